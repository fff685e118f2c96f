import { Box, Text } from "ink";
import type { Size } from "./layout";

const chapters: [string, [string, string][]][] = [
  [
    "Looking around",
    [
      ["↑ ↓ j k", "move; PgUp, PgDn and space by a page"],
      ["g G", "to the newest; to the last loaded"],
      ["tab enter esc", "to the detail; esc goes back, then to all flagged clicks"],
      ["1 2 3", "clicks; flagged ones by link; by address"],
      ["4", "links by what is odd in their paid clicks, and by money"],
      ["5 6 7 8 9", "all clicks by /24; /48; AS; device; user agent"],
      ["t", "accounts that are related to the creator"],
      ["← → y", "back to the view before; forward. Copy the id, code or address"],
      ["c o i v", "all clicks of the creator; the link; the address; v paid ones too"],
      ["/", "filter: held signal:vpn creator:chris 203.0.113.0/24 from:2h"],
      ["S R", "sort 2 to 9 by the next figure; reload"],
    ],
  ],
  [
    "Acts; each requires a reason and shows its effect before you confirm",
    [
      ["a x r", "approve; reject; reverse. With an appeal: accept; decline"],
      ["l s n", "disable the link; suspend the creator; deny the address"],
      ["u", "undo the last act; for rejected clicks it pays them"],
    ],
  ],
  ["Signs", [["? x + - .", "held, invalid, valid, unpaid, pending; ! has an open appeal"]]],
];

export function HelpPane({ size }: { size: Size }) {
  return (
    <Box flexDirection="column" height={size.rows} paddingX={1}>
      {chapters.map(([title, keys]) => (
        <Box key={title} flexDirection="column" marginBottom={1}>
          <Text bold>{title}</Text>
          {keys.map(([key, what]) => (
            <Text key={key} wrap="truncate">
              <Text color="cyan">{key.padEnd(15)}</Text>
              {what}
            </Text>
          ))}
        </Box>
      ))}
      <Text dimColor>Any key closes this. q or Ctrl-C quits.</Text>
    </Box>
  );
}
