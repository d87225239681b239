-- The photograph of a candidate is for the institute alone, so it is given up when the membership ends; files that nothing names are deleted.
update memberships set photo_id = null where ended_at is not null and photo_id is not null;
