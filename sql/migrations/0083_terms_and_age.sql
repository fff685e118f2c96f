-- Which terms a user accepted and when, and how old the user is: no more than the month of birth.
alter table users add column birth_month date;
alter table users add constraint users_birth_month check (extract(day from birth_month) = 1);

create table terms_acceptances (
  user_id uuid not null references users,
  version int not null,
  accepted_at timestamptz not null,
  primary key (user_id, version)
);
grant select, insert on terms_acceptances to fairclick_app;
