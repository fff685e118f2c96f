-- Cover images of campaigns. The files are in a store beside the database, named by the hash of the
-- image that was uploaded.
create table covers (
  hash text primary key,
  created_at timestamptz not null,
  -- When all files were stored; null while they are being written.
  stored_at timestamptz,
  -- Nobody uses it: its files are being deleted, then this row.
  expired_at timestamptz,
  -- An operator removed it, and the same image is refused from then on.
  removed_at timestamptz,
  removed_reason text,
  -- When the files of a removed cover were deleted.
  cleared_at timestamptz,
  constraint covers_hash check (hash ~ '^[0-9a-f]{64}$'),
  constraint covers_removed check ((removed_at is null) = (removed_reason is null)),
  constraint covers_cleared check (cleared_at is null or removed_at is not null)
);
create index covers_leaving on covers (hash)
  where expired_at is not null or (removed_at is not null and cleared_at is null);
grant select, insert, update, delete on covers to fairclick_app;

-- Who uploaded which cover; only they can use it.
create table cover_uploads (
  user_id uuid not null references users,
  hash text not null references covers on delete cascade,
  uploaded_at timestamptz not null,
  primary key (user_id, hash)
);
create index cover_uploads_hash on cover_uploads (hash);
grant select, insert, update, delete on cover_uploads to fairclick_app;

alter table campaigns
  add column cover_hash text references covers,
  -- Describes the cover to people who do not see it; empty if it says nothing more than the title.
  add column cover_alt text not null default '',
  add constraint campaigns_cover_alt check (
    length(cover_alt) <= 200 and (cover_alt = '' or cover_hash is not null));
create index campaigns_cover on campaigns (cover_hash) where cover_hash is not null;
