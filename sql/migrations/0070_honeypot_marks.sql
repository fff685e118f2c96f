-- The addresses and devices that lately followed what people cannot see.
create table honeypot_marks (
  kind text not null,
  key text not null,
  marked_at timestamptz not null,
  primary key (kind, key),
  constraint honeypot_marks_kind check (kind in ('ip', 'device'))
);
create index honeypot_marks_age on honeypot_marks (marked_at);

grant select, insert, update, delete on honeypot_marks to fairclick_app;
