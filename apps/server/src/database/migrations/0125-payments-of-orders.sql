-- Hooks of refunds name their payment only.
create index payment_orders_payment on payment_orders (payment_id) where payment_id is not null;
