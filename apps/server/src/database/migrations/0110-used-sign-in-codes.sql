-- When a code of an institute was used, beside when it ended: a code that was revoked or replaced ended without being used.
alter table institute_sign_in_codes add column used_at timestamptz;
-- The latest code of a student.
create index institute_sign_in_codes_by_membership on institute_sign_in_codes (membership_id, id);
