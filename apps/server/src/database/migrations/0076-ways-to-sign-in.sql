-- Contents: accounts at Google · codes that an institute gives its students

-- A nonce is requested by a browser, put into a token by the issuer, and used once.
create table google_nonces (
  nonce_hash bytea primary key,
  created_at timestamptz not null
);
create index google_nonces_by_time on google_nonces (created_at);

-- The person of an account at another provider. The subject alone identifies the account.
create table user_identities (
  provider text not null check (provider in ('google')),
  subject text not null check (length(subject) between 1 and 255),
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (provider, subject),
  unique (user_id, provider)
);

-- A code of eight characters that opens one membership once, within seven days. Only its HMAC is kept.
create table institute_sign_in_codes (
  id bigint generated always as identity primary key,
  membership_id bigint not null references memberships on delete cascade,
  code_hash bytea not null,
  made_by bigint references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint not null default 0,
  -- Used, revoked, or replaced by a newer one.
  ended_at timestamptz
);
create unique index institute_sign_in_codes_one_open on institute_sign_in_codes (membership_id) where ended_at is null;
create index institute_sign_in_codes_by_end on institute_sign_in_codes (expires_at);
