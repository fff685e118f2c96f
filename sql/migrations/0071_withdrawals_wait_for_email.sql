-- True: the withdrawal is sent once the owner's address is confirmed. False on servers without mail.
alter table withdrawals add column needs_confirmed_email boolean not null default false;
