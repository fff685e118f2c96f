import { movedColumns } from "@fairclick/sql/clicks/moved-clicks";
import { type ClickHouse, verbatim } from "@fairclick/sql/db/clickhouse";

const BATCH = 5_000;

/** What a further click has other than the one it is made of. Of the others it has the same. */
function vary(clicksOfDay: number, devices: number): Record<string, string> {
  const isCookie = "startsWith(assumeNotNull(c.device_key), 'cookie:')";
  const uuid = (...of: string[]) => `reinterpretAsUUID(sipHash128(${of.join(", ")}))`;
  const text = (...of: string[]) => `lower(hex(sipHash128(${of.join(", ")})))`;
  return {
    id: "dateTimeToUUIDv7(toDateTime(at))",
    clicked_at: "at",
    ip: "if(is_v4, toIPv6(concat('::ffff:', v4)), toIPv6(concat(v6, ':', hex(toUInt16(rand(8))), ':0:0:1')))",
    ip_key: "if(is_v4, toIPv6(concat('::ffff:', v4)), toIPv6(concat(v6, '::')))",
    device_key: `concat(if(${isCookie}, concat('cookie:', toString(${uuid("device")})), concat('like:', ${text("device")})),
      if(position(assumeNotNull(c.device_key), '.') > 0, concat('.', toString(dateTimeToUUIDv7(toDateTime(at) - toIntervalHour(device % 48)))), ''))`,
    weak_key: `if(isNull(c.weak_key), null, concat('like:', ${text("device", "1")}))`,
    recorded_at:
      "if(isNull(c.recorded_at), null, toDateTime64(at, 6, 'UTC') + toIntervalMillisecond(400))",
    settlement_id: "toInt64(toUnixTimestamp(toDate(at))) * 4096000 + batch",
    transaction_id: `if(isNull(c.transaction_id), null, ${uuid("toDate(at)", "batch", "c.campaign_id")})`,
    at: "toDateTime64(toDate(c.clicked_at), 3, 'UTC') + toIntervalMillisecond(ms)",
    ms: "rand(1) % 86400000",
    batch: `intDiv(ms, ${Math.ceil(86_400_000 / Math.ceil(clicksOfDay / BATCH))})`,
    device: `toUInt64(pow(randCanonical(2), 2) * ${devices})`,
    is_v4: "startsWith(toString(c.ip_key), '::ffff:')",
    v4: "IPv4NumToString(toUInt32(1358954496 + pow(randCanonical(3), 4) * 16777215))",
    v6: "concat('2a02:', hex(toUInt16(256 * pow(randCanonical(4), 3))), ':', hex(toUInt16(rand(5))), ':', hex(toUInt16(rand(6))))",
  };
}

/**
 * Makes `times` as many of a day's clicks, with ids, times, addresses, devices, settlements and transactions of
 * their own: the first addresses and devices have the most. Nothing else differs.
 */
export function multiplyClicks(
  clickhouse: ClickHouse,
  { day, clicks, times, devices }: { day: string; clicks: number; times: number; devices: number },
): Promise<void> {
  const values = vary(clicks * times, devices);
  const names = movedColumns.map(({ name }) => name);
  const helpers = Object.entries(values).filter(([name]) => !names.includes(name));
  const statement = `
    insert into clicks (${names.join(", ")}, copy)
    with ${helpers.map(([name, value]) => `${value} as ${name}`).join(", ")}
    select ${names.map((name) => values[name] ?? `c.${name}`).join(", ")}, 1
    from (select * from clicks where toDate(clicked_at) = '${day}') c cross join numbers(${times - 1}) n`;
  return clickhouse.execute(verbatim(statement), 600_000);
}
