const wanted = [
  {
    setting: "aof_enabled",
    value: "1",
    warning: "Redis runs without appendonly yes: a crash can lose acknowledged clicks",
  },
  {
    setting: "maxmemory_policy",
    value: "noeviction",
    warning: "Redis may evict jobs: set maxmemory-policy noeviction",
  },
];

/** What in the answer to INFO endangers acknowledged jobs. INFO is allowed where CONFIG is not. */
export function findWarnings(info: string): string[] {
  const settings = new Map(
    info.split(/\r?\n/).map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1)];
    }),
  );
  return wanted
    .filter(({ setting, value }) => settings.get(setting) !== value)
    .map(({ warning }) => warning);
}
