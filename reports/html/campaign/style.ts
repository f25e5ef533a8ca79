/** Style that only the page of a campaign needs. */
export const CAMPAIGN_STYLE = `
.curve{display:block;width:100%;height:170px;margin-top:.5rem}.curve path{fill:none;stroke-width:2;vector-effect:non-scaling-stroke}
.curve line{stroke:var(--line);vector-effect:non-scaling-stroke}.curve .limit{stroke:var(--bad);stroke-width:2;stroke-dasharray:6 4}
.s0{stroke:var(--link)}.s1{stroke:var(--good);stroke-dasharray:7 3}.s2{stroke:var(--warn);stroke-dasharray:2 3}.s3{stroke:var(--bad);stroke-dasharray:10 3 2 3}
.s4{stroke:var(--ink)}.s5{stroke:var(--soft);stroke-dasharray:4 4}.s6{stroke:var(--tx);stroke-dasharray:1 4}.s7{stroke:var(--rx);stroke-dasharray:12 5}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;font-size:.82rem;margin-top:.5rem}.key svg{width:2.2rem;height:.6rem;vertical-align:middle;margin-right:.4rem}.key line{stroke-width:2}.key .limit{stroke:var(--bad);stroke-dasharray:6 4}
.share{display:block;height:7px;border-radius:4px;background:var(--shade);min-width:5rem;overflow:hidden}.share span{display:block;height:100%;background:var(--link)}
.plain td.zero{color:var(--warn)}.plain th[scope=row]{font-weight:400;color:var(--ink);font-size:.9rem;border-top:1px solid var(--line);white-space:nowrap}
.grid td,.grid th{padding:.25rem .6rem .25rem 0;white-space:nowrap}.plain td.over{color:var(--bad);font-weight:600}
.halves{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr));gap:1rem}.halves .card{margin:0;min-width:0}.halves{margin-bottom:1rem}.grid thead th{white-space:normal;vertical-align:bottom;min-width:3.2rem}.grid td .share{margin-top:.45rem}.curve{margin-top:1rem}
@media (max-width:700px){.grid th[scope=row]{white-space:normal;min-width:5.5rem}.grid thead th{min-width:2.4rem}.grid .share{min-width:2rem}}
`;
