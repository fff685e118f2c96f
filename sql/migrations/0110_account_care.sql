-- What people can be shown of their sessions: an id that is no secret, and what signed in.
alter table sessions
  add column id uuid not null default gen_random_uuid(),
  add column user_agent text,
  add constraint sessions_id_taken unique (id);

-- A deleted account stays as a row for the books, without anything that says whose it was. It counts
-- as suspended, so that its links stop as those of any suspended user do.
alter table users
  add column deleted_at timestamptz,
  drop constraint users_can_sign_in,
  add constraint users_can_sign_in check (
    case when deleted_at is null
      then password_hash is not null or google_subject is not null
      else password_hash is null and google_subject is null and suspended_at is not null
    end
  );
