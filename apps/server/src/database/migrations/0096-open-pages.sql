-- Contents: forms that visitors send from the open pages

-- Institutes that want to be called. The same words on one day are one enquiry.
create table institute_enquiries (
  id bigint generated always as identity primary key,
  institute text not null,
  name text not null,
  phone text not null,
  email text not null,
  city text not null,
  students integer,
  message text not null,
  info text,
  digest bytea not null unique,
  created_at timestamptz not null
);

-- Applications for jobs; the resume lies in the storage of files. The same application with the same file is one.
create table job_applications (
  id bigint generated always as identity primary key,
  position text not null,
  name text not null,
  email text not null,
  phone text not null,
  current_company text not null,
  current_position text not null,
  why text not null,
  resume_key text not null,
  resume_bytes integer not null,
  digest bytea not null unique,
  created_at timestamptz not null
);
create index job_applications_by_time on job_applications (created_at);
create index institute_enquiries_by_time on institute_enquiries (created_at);
