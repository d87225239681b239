-- Contents: plans and coupons · orders · subscriptions · refunds and events · invoices

-- Amounts are in paise and include GST.
create table plans (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[a-z0-9-]{1,40}$'),
  name text not null,
  header text not null,
  -- The benefits of the plan: [{"title", "text"}].
  details jsonb not null default '[]',
  price integer not null check (price between 100 and 100000000),
  offer_price integer not null check (offer_price <= price and (offer_price = 0 or offer_price >= 100)),
  referral_reward integer not null default 0 check (referral_reward between 0 and 100000000),
  gst_percent integer not null default 18 check (gst_percent between 0 and 40),
  number_of_months integer not null default 2 check (number_of_months between 1 and 60),
  is_offered boolean not null default false,
  updated_at timestamptz not null
);
-- Only one plan is sold at a time.
create unique index plans_offered on plans (is_offered) where is_offered;

create table coupons (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9]{6}$'),
  percent integer check (percent between 1 and 100),
  amount integer check (amount between 1 and 100000000),
  starts_at timestamptz,
  ends_at timestamptz,
  most_uses integer check (most_uses > 0),
  created_at timestamptz not null,
  check (num_nonnulls(percent, amount) = 1)
);

create table referral_codes (
  user_id bigint primary key references users,
  code text not null unique check (code ~ '^[A-Z0-9]{6}$')
);

create table payment_orders (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  plan_id bigint not null references plans,
  plan_name text not null,
  number_of_months integer not null,
  price integer not null,
  offer_discount integer not null,
  coupon_id bigint references coupons,
  coupon_discount integer not null,
  referrer_id bigint references users,
  referral_discount integer not null,
  amount integer not null check (amount >= 0 and amount = price - offer_discount - coupon_discount - referral_discount),
  gst_percent integer not null,
  -- Goes to the provider and comes back with its events.
  split_token text not null unique,
  provider text not null,
  -- Null until the provider has answered.
  provider_order_id text,
  status text not null default 'CREATED' check (status in ('CREATED', 'FAILED', 'PAID', 'REFUNDED')),
  -- When the page brought a signed payment that was not yet known to be taken.
  reported_at timestamptz,
  -- When the provider was last asked.
  asked_at timestamptz,
  payment_id text,
  paid_at timestamptz,
  created_at timestamptz not null,
  unique (provider, provider_order_id)
);
create index payment_orders_of_user on payment_orders (user_id, id);
create index payment_orders_open on payment_orders (created_at) where status in ('CREATED', 'FAILED');

-- A use of a coupon is held for an order until it is paid or the time is over.
create table coupon_uses (
  order_id bigint primary key references payment_orders,
  coupon_id bigint not null references coupons,
  user_id bigint not null references users,
  -- Null once it is paid.
  held_until timestamptz
);
create index coupon_uses_of_coupon on coupon_uses (coupon_id, user_id);

create table subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- Null for a subscription that was given.
  order_id bigint unique references payment_orders,
  number_of_months integer not null check (number_of_months between 1 and 1200),
  since timestamptz not null,
  -- When the subscription ends at the latest; null without such a limit.
  cut_at timestamptz,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text
);
create index subscriptions_of_user on subscriptions (user_id, since);

-- Premium that was given before subscriptions existed.
insert into subscriptions (user_id, number_of_months, since, cut_at, starts_at, ends_at, reason)
  select id, 1200, created_at, premium_until, created_at, premium_until, 'Given before' from users where premium_until > created_at;

create table refunds (
  id bigint generated always as identity primary key,
  order_id bigint not null references payment_orders,
  -- Null until the provider has answered.
  provider_refund_id text unique,
  amount integer not null check (amount > 0),
  status text not null check (status in ('REQUESTED', 'PROCESSED', 'FAILED')),
  reason text,
  requested_at timestamptz not null,
  processed_at timestamptz
);
create index refunds_of_order on refunds (order_id);

-- Events that a provider reported, each stored once; the id of an event is the SHA-256 of its signed bytes.
create table payment_events (
  provider text not null,
  event_id text not null,
  kind text not null,
  order_id bigint references payment_orders,
  payment_id text,
  amount integer,
  outcome text not null,
  received_at timestamptz not null,
  primary key (provider, event_id)
);
create index payment_events_of_order on payment_events (order_id);

-- The last number of a series in a financial year, so that numbers have no gaps.
create table invoice_counters (
  series text not null,
  year text not null,
  last integer not null,
  primary key (series, year)
);

create table invoices (
  id bigint generated always as identity primary key,
  order_id bigint not null references payment_orders,
  kind text not null check (kind in ('INVOICE', 'CREDIT_NOTE')),
  number text not null unique,
  issued_at timestamptz not null,
  seller jsonb not null,
  buyer_name text,
  description text not null,
  amount integer not null check (amount > 0),
  gst_percent integer not null,
  taxable integer not null,
  cgst integer not null,
  sgst integer not null,
  unique (order_id, kind),
  check (taxable + cgst + sgst = amount)
);
