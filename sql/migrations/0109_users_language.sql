-- The language of the mails that a user gets.
alter table users add column language text not null default 'en'
  constraint users_language check (language in ('en', 'es'));
