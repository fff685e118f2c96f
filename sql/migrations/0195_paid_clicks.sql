-- Settlement counts the paid clicks of an address and of a device. Refused clicks, of which a flood
-- leaves a million in a day, must not stand between them.
create index clicks_paid_ip on clicks (ip_key, clicked_at) where verdict in ('valid', 'held');
create index clicks_paid_device on clicks (device_key, clicked_at) where verdict in ('valid', 'held');
