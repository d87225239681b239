-- When another order of the person took the coupon's use: this order can no longer be paid, and its page says why.
alter table payment_orders add column moved_at timestamptz;
