-- The cheat sheet of a chapter: its quick points, in order of position.

create table quick_points (
  id bigint generated always as identity primary key,
  code text not null unique,
  chapter_id bigint not null references chapters,
  position smallint not null,
  title text not null,
  text text not null,
  supporting_picture text references pictures,
  supporting_picture_alt text,
  supporting_picture_size smallint not null default 0 check (supporting_picture_size between 0 and 3),
  supporting_text text,
  check ((supporting_picture is null) = (supporting_picture_alt is null))
);
create index quick_points_by_chapter on quick_points (chapter_id, position);
