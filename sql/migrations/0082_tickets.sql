-- What people write to the operators, and the answers.
create table tickets (
  id uuid primary key,
  -- Null: written through the contact form by somebody without an account.
  user_id uuid references users,
  -- Where such a person wants the answer. Nothing proves that the address is theirs.
  email text,
  category text not null,
  subject text not null,
  state text not null default 'waiting',
  opened_at timestamptz not null,
  -- When the person wrote what an operator has to answer; null in the other states.
  waits_since timestamptz,
  -- When a message was written, or the state changed.
  touched_at timestamptz not null,
  constraint tickets_writer check ((user_id is null) <> (email is null)),
  constraint tickets_lengths
    check (length(email) <= 254 and length(category) <= 40 and length(subject) <= 200),
  constraint tickets_state check (
    state in ('waiting', 'answered', 'closed')
    and (state = 'waiting') = (waits_since is not null)
  )
);
create index tickets_listed on tickets (state, id);
create index tickets_user on tickets (user_id, id);
create index tickets_touched on tickets (touched_at) where state <> 'waiting';

create table ticket_messages (
  id uuid primary key,
  ticket_id uuid not null references tickets on delete cascade,
  -- Null: the person who opened the ticket wrote it.
  operator_id uuid references operators,
  text text not null,
  at timestamptz not null,
  constraint ticket_messages_text check (length(text) <= 8000)
);
create index ticket_messages_ticket on ticket_messages (ticket_id, id);

grant select, insert, update, delete on tickets to fairclick_app;
grant select, insert, delete on ticket_messages to fairclick_app;
