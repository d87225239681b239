-- Pictures of the questions of a printed paper. They are approved together with the paper, so only this paper asks them.
alter table questions add column is_picture boolean not null default false;
