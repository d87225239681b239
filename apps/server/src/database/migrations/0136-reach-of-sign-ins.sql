-- A sign-in by the code of an institute is bound to that one membership.
alter table sign_ins add column is_bound boolean not null default false;
-- It is not known which earlier sign-ins were made by such a code, so all that may have been are
-- ended: those of people for whom a code was made.
delete from sign_ins s where s.membership_id is not null and s.user_id in (
  select m.user_id from memberships m where m.id in (
    select object_id from audit_log where what = 'sign_in_code.make' and object_type = 'membership'
    union select membership_id from institute_sign_in_codes)
  union
  select c.user_id from classroom_members c where c.classroom_id in (
    select object_id from audit_log where what = 'sign_in_code.make_all' and object_type = 'classroom'));
