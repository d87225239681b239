-- Whatever of a paper changes, its version grows: what servers keep of it in memory goes by the version.
create function grow_paper_version() returns trigger language plpgsql as $$
begin
  new.version := greatest(new.version, old.version + 1);
  return new;
end $$;
create trigger papers_version before update on papers for each row execute function grow_paper_version();
