-- The policies that judge clicks. A row never changes: a new version replaces an older one from its
-- `active_from` on, and each click names the version that judged it.
create table policy_versions (
  version integer primary key,
  -- Version of the rules in the release that stored it: only processes with these rules judge by it.
  rules_version integer not null,
  origin text not null,
  active_from timestamptz not null,
  policy jsonb not null,
  -- The values that differ from the release's: a later release keeps them.
  edits jsonb not null,
  reason text not null,
  -- Null for versions that a release brought.
  created_by uuid references operators,
  created_at timestamptz not null,
  constraint policy_versions_number check (version > 0 and rules_version between 1 and version),
  constraint policy_versions_origin check (origin in ('release', 'apply', 'rollback')),
  constraint policy_versions_operator check ((origin = 'release') = (created_by is null)),
  constraint policy_versions_lengths check (
    length(reason) <= 500 and length(policy::text) <= 10000 and length(edits::text) <= 10000
  )
);

grant select, insert on policy_versions to fairclick_app;
