/** Style that only the page of a campaign needs. */
export const CAMPAIGN_STYLE = `
.share{display:block;height:7px;border-radius:4px;background:var(--shade);min-width:5rem;overflow:hidden}.share span{display:block;height:100%;background:var(--link)}
.plain td.zero{color:var(--warn)}.plain th[scope=row]{font-weight:400;color:var(--ink);font-size:.9rem;border-top:1px solid var(--line);white-space:nowrap}
.grid td,.grid th{padding:.25rem .6rem .25rem 0;white-space:nowrap}.plain td.over{color:var(--bad);font-weight:600}
.halves{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr));gap:1rem}.halves .card{margin:0;min-width:0}.halves{margin-bottom:1rem}.grid thead th{white-space:normal;vertical-align:bottom;min-width:3.2rem}.grid td .share{margin-top:.45rem}
@media (max-width:700px){.grid th[scope=row]{white-space:normal;min-width:5.5rem}.grid thead th{min-width:2.4rem}.grid .share{min-width:2rem}}
`;
