import { type ClickIdCarrier, findClickIdCarrier } from "@fairclick/core/campaigns/destination";
import { t } from "@fairclick/core/language/t";

export type ClickIdGuide = {
  /** What the game receives, or why it receives nothing. */
  text: string;
  /** Whether the game can read the id. */
  isCarried: boolean;
  /** Code that reads the id; null where it depends on the developer's own form. */
  code: string | null;
};

const luau = `-- ServerScriptService
game:GetService("Players").PlayerAdded:Connect(function(player)
	local launchData = player:GetJoinData().LaunchData
	if launchData and string.sub(launchData, 1, 3) == "fc_" then
		print("Fairclick click", launchData)
	end
end)`;

const ownLuau = `-- ServerScriptService
game:GetService("Players").PlayerAdded:Connect(function(player)
	-- ${t`Your launch data, with the click id in place of {click_id}.`}
	print(player:GetJoinData().LaunchData)
end)`;

const javascript = `// ${t`In the page of your game. Send the id to your server with the player's session.`}
const clickId = new URLSearchParams(location.search).get("fc_click");`;

/** Explains how the click id gets from a valid game URL into the game. */
export function writeClickIdGuide(gameUrl: string): ClickIdGuide {
  const carrier = findClickIdCarrier(gameUrl);
  return { text: texts[carrier], isCarried: !carrier.startsWith("none"), code: codes[carrier] };
}

const texts: Record<ClickIdCarrier, string> = {
  launch_data: t`Every visitor gets a link that starts your game and hands it the id of the click as launch data. To add launch data of your own, use a link with launchData=… and write {click_id} where the id belongs.`,
  own_launch_data: t`Every visitor gets a link that starts your game with your launch data. The id of the click replaces {click_id} in it.`,
  placeholder: t`The id of the click replaces {click_id} in your URL.`,
  query: t`Every visitor arrives with the id of the click in the parameter fc_click. To have it elsewhere, write {click_id} into the URL where the id belongs.`,
  none_launch_data: t`Your launch data has no {click_id}, so your game cannot tell which click brought a player. Write {click_id} where the id belongs, or leave the launch data out.`,
  none_share_link: t`A share link cannot carry the id of a click: Roblox fixes its launch data when you make it. Clicks are counted and paid, but your game cannot tell which click brought a player. Use the address of your game's page instead to receive the id.`,
  none_page: t`This page of Roblox is no game, so it cannot carry the id of a click. Use the address of your game's page: https://www.roblox.com/games/…`,
};

const codes: Record<ClickIdCarrier, string | null> = {
  launch_data: luau,
  own_launch_data: ownLuau,
  placeholder: null,
  query: javascript,
  none_launch_data: null,
  none_share_link: null,
  none_page: null,
};
