-- What operators record while they look at a person: until when withdrawals wait, and notes.

create table user_watches (
  user_id uuid primary key references users,
  reason text not null,
  started_by uuid not null references operators,
  started_at timestamptz not null,
  -- When it ends by itself; an operator who ends it earlier sets this to that time.
  until timestamptz not null,
  -- The second operator, without whom it lasts 7 days at most.
  renewed_by uuid references operators,
  renewed_at timestamptz,
  constraint user_watches_span check (
    until >= started_at and until - started_at <= interval '336 hours'
  ),
  constraint user_watches_two_operators check (
    coalesce(renewed_by <> started_by, until - started_at <= interval '168 hours')
  ),
  constraint user_watches_renewal check ((renewed_by is null) = (renewed_at is null)),
  constraint user_watches_reason check (length(reason) <= 500)
);
create index user_watches_until on user_watches (until);

-- Withdrawals that a watch keeps.
create index withdrawals_watched on withdrawals (user_id)
  where status = 'pending' and hold_kinds @> '{watched}';

create table user_notes (
  id uuid primary key,
  user_id uuid not null references users,
  text text not null,
  written_by uuid not null references operators,
  written_at timestamptz not null,
  constraint user_notes_text check (length(text) between 1 and 1000)
);
create index user_notes_user on user_notes (user_id, id);
create index user_notes_written on user_notes (written_at);

grant select, insert, update, delete on user_watches to fairclick_app;
grant select, insert, delete on user_notes to fairclick_app;
