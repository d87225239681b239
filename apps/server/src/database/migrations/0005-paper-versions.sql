-- Every change of a paper raises its version, because servers cache papers by version.
create function grow_paper_version() returns trigger language plpgsql as $$
begin
  new.version := greatest(new.version, old.version + 1);
  return new;
end $$;
create trigger papers_version before update on papers for each row execute function grow_paper_version();
