-- Id of a payment that opened no subscription and is refunded in full, because the coupon had no use left or the order was
-- paid already. Null for the order's own payment.
alter table refunds add column payment_id text, add column asked_at timestamptz;
create unique index refunds_of_payment on refunds (order_id, payment_id) where payment_id is not null;
create index refunds_to_make on refunds (requested_at) where status = 'REQUESTED' and payment_id is not null;
