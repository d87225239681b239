-- When the use of its coupon went to another order of the person: this one cannot be paid any more, and its page says why.
alter table payment_orders add column moved_at timestamptz;
