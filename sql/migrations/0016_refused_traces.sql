-- What the refused ones of a link's last visits shared with others: 13 characters each, the newest
-- last (core/clicks/refused-trace.ts). In outcomes, a visit counts only if it passed (0) or was refused
-- for a reason from which the link's creator gains (1).
alter table link_outcomes add column refused text not null default '';
