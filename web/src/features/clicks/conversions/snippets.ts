import { JOINED, RETURNED } from "@fairclick/core/conversions/report";

export const snippetLanguages = ["luau", "javascript", "curl"] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

export const snippetNames: Record<SnippetLanguage, string> = {
  luau: "Roblox (Luau)",
  javascript: "JavaScript",
  curl: "curl",
};

export const KEY_PLACEHOLDER = "YOUR_KEY";

type Place = { url: string; key: string };

export function writeSnippet(language: SnippetLanguage, place: Place): string {
  switch (language) {
    case "luau":
      return luau(place);
    case "javascript":
      return javascript(place);
    case "curl":
      return curl(place);
  }
}

/** The launch data contains the click once, so the data store keeps it for later days. */
function luau({ url, key }: Place): string {
  return `-- ServerScriptService. Turn on HTTP requests and API services in the game's security settings.
local HttpService = game:GetService("HttpService")
local Players = game:GetService("Players")
local clicks = game:GetService("DataStoreService"):GetDataStore("FairclickClicks")

local URL = "${url}"
local KEY = "${key}"

local function report(player, clickId, event, tries)
	local sent, answer = pcall(function()
		return HttpService:RequestAsync({
			Url = URL,
			Method = "POST",
			Headers = { ["Content-Type"] = "application/json", Authorization = "Bearer " .. KEY },
			Body = HttpService:JSONEncode({ clickId = clickId, event = event, player = player }),
		})
	end)
	local again = not sent or answer.StatusCode >= 429 or string.find(answer.Body, "unknown_click", 1, true)
	if again and tries > 1 then
		task.delay(30, report, player, clickId, event, tries - 1)
	end
end

Players.PlayerAdded:Connect(function(player)
	local storeKey = tostring(player.UserId)
	local launchData = player:GetJoinData().LaunchData
	local read, known = pcall(clicks.GetAsync, clicks, storeKey)
	if launchData and string.sub(launchData, 1, 3) == "fc_" and launchData ~= known then
		pcall(clicks.SetAsync, clicks, storeKey, launchData)
		report(storeKey, launchData, "${JOINED}", 3)
	elseif read and known then
		report(storeKey, known, "${RETURNED}", 3)
	end
end)
`;
}

function javascript({ url, key }: Place): string {
  return `// On your server: a key in a web page is public. The link adds ?fc_click=… to the page's URL.
async function report(player, clickId, event, value) {
  const answer = await fetch("${url}", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer ${key}" },
    body: JSON.stringify({ player, clickId, event, value }),
  });
  const { results } = await answer.json();
  return results[0]; // { status: "accepted" | "duplicate" | "refused", reason, … }
}

// player is your own id of the player; the server keeps only a hash of it.
await report(player, clickId, "${JOINED}");
await report(player, clickId, "${RETURNED}"); // each time the player returns; the server knows the day
`;
}

function curl({ url, key }: Place): string {
  return `curl ${url} \\
  -H 'authorization: Bearer ${key}' \\
  -H 'content-type: application/json' \\
  -d '{"clickId":"test","event":"${JOINED}"}'
`;
}
