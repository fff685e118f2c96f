/**
 * AS numbers of VPN providers that announce their exits themselves. From X4BNet/lists_vpn (MIT, see
 * NOTICE.md) and the providers' own registrations. Checked on 2026-11-22.
 */
export const vpnAsns = `
20448 32751 50525 62371 136787 147049 199218 207137 208172 209103 209854 216025 398391
`;
