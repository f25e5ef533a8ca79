/** The report's style: light and dark, from 320 px up, and on paper. Colour never stands alone for a meaning. */
export const STYLE = `
:root{--bg:#f4f5f7;--card:#fff;--ink:#161d26;--soft:#56616e;--line:#dbe0e6;--shade:#eef0f3;
--good:#11663a;--good-bg:#e3f3ea;--bad:#a81e17;--bad-bg:#fdeceb;--warn:#7a4d00;--warn-bg:#fdf2dc;--link:#1d4fbf;
--tx:#1d4fbf;--rx:#0b7a53;--h0:#d9e6ff;--h1:#fbe3c4;--h2:#d5f0dc;--h3:#eadcfa;--h4:#f8efad;--h5:#cdeef3;--h6:#e4e6d0;--h7:#dfe3ea;
--mono:ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace}
@media (prefers-color-scheme:dark){:root{--bg:#0f1317;--card:#181e25;--ink:#e7ebf0;--soft:#9ba8b6;--line:#2c3642;--shade:#212933;
--good:#63d298;--good-bg:#12301f;--bad:#ff8f86;--bad-bg:#3c1715;--warn:#f2bd5c;--warn-bg:#36280c;--link:#8db4ff;
--tx:#8db4ff;--rx:#63d298;--h0:#223a66;--h1:#5a3d18;--h2:#1d4a2b;--h3:#432f63;--h4:#4f430f;--h5:#174650;--h6:#40432a;--h7:#38414d}}
*{box-sizing:border-box}
html{scroll-padding-top:4rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:1160px;margin:0 auto;padding:1.5rem 1.25rem 4rem}
h1,h2,h3,h4,h5,p,dl,dd,ul,ol{margin:0}ul,ol{padding:0;list-style:none}
h2{font-size:1.35rem;margin:2.5rem 0 .9rem;letter-spacing:-.01em}
h3{font-size:1.05rem;line-height:1.4}h4{font-size:1rem;font-weight:600}
h5{font-size:.8rem;font-weight:600;color:var(--soft)}
small{font-weight:400;color:var(--soft);font-size:.8rem}h2 small{font-size:.95rem}
a{color:var(--link)}code,pre,.mono,.hex,.id{font-family:var(--mono)}
p,dd,td,code,h3,h4,li{overflow-wrap:anywhere}
.bad{color:var(--bad)}.num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:1.1rem 1.25rem;margin:0 0 1rem}
.left{color:var(--soft);font-style:italic}
.head{border:1px solid var(--line);border-left:8px solid;border-radius:12px;background:var(--card);padding:1.1rem 1.5rem 1.3rem}
.head.good{border-left-color:var(--good)}.head.bad{border-left-color:var(--bad)}.head.warn{border-left-color:var(--warn)}
.head.bad{color:inherit}.brand{font-weight:700;font-size:.9rem}.brand span,.suites{font-weight:400;color:var(--soft)}
.suites{font-size:.9rem;margin-top:.6rem}
.headline{display:flex;gap:1.1rem;align-items:flex-start;margin-top:.9rem}
.sign{flex:none;width:3.6rem;height:3.6rem;border-radius:50%;display:grid;place-items:center;font-size:1.9rem;font-weight:700;line-height:1}
.good .sign,.good h1 b{color:var(--good)}.bad .sign,.bad h1 b{color:var(--bad)}.warn .sign,.warn h1 b{color:var(--warn)}
.good .sign{background:var(--good-bg)}.bad .sign{background:var(--bad-bg)}.warn .sign{background:var(--warn-bg)}
h1{font-size:clamp(1.25rem,3.4vw,1.9rem);line-height:1.2;font-weight:500;letter-spacing:-.02em;overflow-wrap:anywhere}
.headline p{font-size:1.05rem;margin-top:.25rem}.headline .reason{font-size:.95rem;color:var(--soft)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:.6rem;margin:.8rem 0 0}
.tile{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:.65rem .9rem;display:flex;flex-direction:column-reverse;justify-content:flex-end}
.tile dt{font-size:.8rem;color:var(--soft)}
.tile dd{font-size:1.35rem;font-weight:600;line-height:1.25;font-variant-numeric:tabular-nums}.tile dd>*{white-space:nowrap}
.tile.bad{background:var(--bad-bg);border-color:var(--bad)}.tile.bad dd{color:var(--bad)}.tile.warn dd{color:var(--warn)}.tile.bad{color:inherit}
nav{position:sticky;top:0;z-index:2;display:flex;gap:.4rem 1rem;align-items:center;justify-content:space-between;background:var(--bg);padding:.55rem 0;margin-top:.4rem;border-bottom:1px solid var(--line)}
nav .links{display:flex;gap:.2rem;overflow-x:auto;min-width:0}
nav a{white-space:nowrap;text-decoration:none;padding:.25rem .75rem;border-radius:99px;font-size:.92rem;color:var(--ink)}
nav a:hover{background:var(--shade)}nav b{font-weight:600;color:var(--soft)}
nav .filter{display:flex;gap:.4rem;align-items:center;flex:none;font-size:.88rem}nav .filter input{width:13rem}.found{color:var(--soft)}
.chip{display:inline-block;white-space:nowrap;font-size:.82rem;font-weight:600;padding:.1rem .55rem;border-radius:99px;border:1px solid}
.chip.good{color:var(--good);background:var(--good-bg);border-color:transparent}
.chip.bad{color:var(--bad);background:var(--bad-bg)}.chip.warn{color:var(--warn);background:var(--warn-bg)}
.chip.dim{color:var(--soft);background:var(--shade);border-color:transparent}
.id{font-size:.88em;font-weight:600;white-space:nowrap;text-decoration:none}.id:hover{text-decoration:underline}
.level{font-size:.78rem;font-weight:700}.origin{font-size:.78rem;color:var(--soft)}
.failure{border-left:5px solid var(--bad);color:inherit}.failure.warn{border-left-color:var(--warn)}
.failure header{display:flex;flex-wrap:wrap;gap:.2rem .7rem;align-items:baseline}.failure .count{margin-left:auto;font-size:.8rem;color:var(--soft)}
.late{content-visibility:auto;contain-intrinsic-size:auto 24rem}.failure>h3{margin:.5rem 0 .2rem;font-size:1.15rem}
.check{border-top:1px solid var(--line);margin-top:.9rem;padding-top:.8rem}
summary{cursor:pointer;color:var(--soft);font-size:.88rem;padding:.15rem 0}details.more{border-top:1px solid var(--line);margin-top:.9rem;padding-top:.7rem}
.said{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr));gap:.6rem;margin:.7rem 0}
.said>div{border:1px solid var(--line);border-radius:8px;padding:.5rem .8rem;background:var(--shade)}
.said dt,.facts dt,.numbers dt,.words dt{font-size:.8rem;color:var(--soft);font-weight:600}
.said .seen{border-left:4px solid var(--bad)}.said .expected{border-left:4px solid var(--good)}.warn .said .seen{border-left-color:var(--warn)}
.exchanges{border:1px solid var(--line);border-radius:8px;margin:.7rem 0}
.exchanges>li{display:grid;grid-template-columns:12.5rem minmax(0,1fr);gap:.2rem 1rem;padding:.7rem .8rem}
.exchanges>li+li{border-top:1px solid var(--line)}.exchanges>li.left{display:block}
.when{font-size:.8rem;color:var(--soft);font-variant-numeric:tabular-nums}.when b,.when span{display:block}.when b{color:var(--ink);font-size:.85rem}
.rx .when b::before{content:"◂ "}.tx .when b::before{content:"▸ "}
.bytes{display:flex;flex-wrap:wrap;gap:.25rem .2rem;align-items:flex-start}
.seg{display:inline-flex;flex-direction:column;max-width:100%;border-radius:5px;background:var(--shade);padding:.1rem .4rem .15rem}
.hex{font-size:.95rem;font-weight:600;letter-spacing:.02em}.name{font-size:.72rem;line-height:1.25;border-top:1px solid currentColor;margin-top:.05rem;padding-top:.1rem}
.means{font-size:.72rem;line-height:1.25;font-weight:600;max-width:16rem}
.dump{display:block;font-family:var(--mono);font-size:.86rem;line-height:1.55;overflow-x:auto;white-space:nowrap}
.dump .offset{color:var(--soft);margin-right:1em;user-select:none}.dump span[class^=hue],.dump .wrong{border-radius:3px;padding:0 .22em;margin:0 -.05em}
.told{display:flex;flex-wrap:wrap;gap:.1rem .9rem;font-size:.8rem;margin-top:.35rem;color:var(--soft)}.told b{color:var(--ink);font-weight:600}
[data-t]{cursor:help}a[data-t]{cursor:pointer}.bytes [data-t]:hover,.bytes [data-t]:focus{outline:2px solid var(--ink);outline-offset:0}
.tip{position:fixed;z-index:9;max-width:min(28rem,calc(100vw - 12px));background:var(--ink);color:var(--card);border-radius:8px;padding:.45rem .7rem;font-size:.82rem;line-height:1.4;white-space:pre-line;overflow-wrap:anywhere;box-shadow:0 4px 18px #0005}
.earlier{margin:.7rem 0 -.3rem}li.pointed{background:var(--shade)}
.flash{animation:flash 1.6s ease-out}@keyframes flash{from{box-shadow:0 0 0 4px var(--link)}}
@media (prefers-reduced-motion:reduce){.flash{animation:none;outline:3px solid var(--link)}}
.skip{position:absolute;left:-99rem}.skip:focus{left:.5rem;top:.5rem;z-index:9;background:var(--card);padding:.5rem}
.ladder{margin:.8rem 0 0;border:1px solid var(--line);border-radius:8px;position:relative}
.ladder-view{max-height:32rem;overflow:auto;padding:.3rem .2rem .2rem}.ladder svg{display:block;font-size:12px}
.ladder-tools{position:absolute;right:.4rem;top:.4rem;display:flex;gap:.25rem;z-index:1}
.ladder text{fill:var(--ink)}.ladder .end,.ladder .time,.ladder .pause text{fill:var(--soft)}.ladder .end,.ladder .pause text{font-size:11px}.ladder .link{font-weight:600}
.ladder .time{font-variant-numeric:tabular-nums}.ladder .gist{font-weight:600}.ladder tspan.hex{font-size:11.5px;font-weight:400}
.ladder path{fill:none;stroke:var(--soft);stroke-width:1}.ladder .life{stroke-width:1.5}.ladder .pause path{stroke:var(--ink);stroke-width:1.5}
.ladder .arrow{stroke-width:2}.ladder .tx .arrow{stroke:var(--tx)}.ladder .rx .arrow{stroke:var(--rx)}.ladder .tx rect{fill:var(--tx)}.ladder .rx rect{fill:var(--rx)}.ladder rect{opacity:.16}
.ladder .rejected .arrow{stroke-dasharray:5 3}.ladder .rx.rejected .arrow{stroke:var(--bad)}.ladder .rx.rejected .gist{fill:var(--bad)}
.ladder .leader{stroke:var(--line)}.ladder a text{text-decoration:none}.rung:hover rect{opacity:.4}.rung:hover text{text-decoration:underline}
.head-facts{display:flex;flex-wrap:wrap;gap:.4rem 1.6rem;margin-top:1rem;font-size:.9rem}.head-facts dt{font-size:.75rem;color:var(--soft);font-weight:600}.head-facts dd{max-width:34rem}
.glance h2{font-size:1.05rem;margin:0 0 .5rem}.glance+.glance{margin-top:1rem}.groups{display:flex;flex-wrap:wrap;gap:.6rem 1.4rem}.glance h3{font-size:.75rem;color:var(--soft);font-weight:600;margin-bottom:.2rem}
.glance ul{display:flex;flex-wrap:wrap;gap:.25rem}.cell{display:block;text-decoration:none;font:600 .76rem/1.2 var(--mono);padding:.22rem .42rem;border-radius:5px;border:1.5px solid transparent;white-space:nowrap}
.cell.good{color:var(--good);background:var(--good-bg)}.cell.bad{color:var(--bad);background:var(--bad-bg);border-color:var(--bad)}.cell.warn{color:var(--warn);background:var(--warn-bg)}.cell.dim{color:var(--soft);background:var(--shade)}.cell.never{border:1.5px dashed var(--soft)}
.broke{margin-top:.6rem;font-size:.95rem}.broke li{padding:.12rem 0}.legend{font-size:.78rem;color:var(--soft);margin-top:.8rem}section.card{margin-top:.8rem}
.by{font-size:.86rem;width:21rem;min-width:13rem}.never{color:var(--warn)}.untried{border:1.5px dashed var(--soft);border-radius:10px;padding:.6rem .9rem;font-size:.92rem;margin-bottom:.8rem}
.certainty{font-size:.83rem;margin-top:.5rem}.certainty p{margin-top:.2rem}p.warn{color:var(--warn)}p.bad{color:var(--bad)}
.timing rect:hover,.timing rect:focus{fill:var(--ink);outline:none}
.bounds{color:var(--soft);font-size:.92rem;margin-bottom:.6rem}.wire-tools{display:flex;flex-wrap:wrap;gap:.4rem .6rem;align-items:center;font-size:.88rem;margin-bottom:.6rem}
.wire-time{display:block;width:100%;touch-action:pan-y;cursor:crosshair;border-radius:6px}
.wire-head,.wr{display:grid;grid-template-columns:7.6rem 6rem repeat(var(--lanes),min(8.5rem,24rem/var(--lanes))) minmax(9rem,1fr);align-items:center;gap:0 .6rem;font-size:.8rem}
.wire-head{color:var(--soft);font-weight:600;border-bottom:1px solid var(--line);padding:.4rem .4rem .3rem;margin-top:.5rem}.wire-head .wl{text-align:center;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.wire-list{height:24rem;overflow:auto;position:relative}.wire-rows{position:relative;overflow:hidden}.wr{position:absolute;left:0;right:0;height:26px;padding:0 .4rem;white-space:nowrap;cursor:pointer}
.wt,.wd{text-align:right;font-variant-numeric:tabular-nums;overflow:hidden}.wd{color:var(--soft)}.wb{font-family:var(--mono);overflow:hidden;text-overflow:ellipsis}
.wr .wl{height:100%;border:solid var(--line);border-width:0 2px;position:relative;line-height:26px}.wr .busy{color:var(--tx)}.wr.rx .busy{color:var(--rx)}.wr.tx .busy{text-align:right}.busy::before{content:"";position:absolute;left:2px;right:2px;top:12px;border-top:2px solid}
.wr.mark{display:flex;font-weight:600;background:var(--shade)}.wr.mark .wt{width:7.6rem;flex:none;font-weight:400}.mark-text{overflow:hidden;text-overflow:ellipsis}.wr.at-line,.wr.at-move{font-weight:400;color:var(--soft)}.wr.mark.fail{background:var(--bad-bg)}.wr.mark.inconclusive,.wr.mark.error{background:var(--warn-bg)}
.wr:hover{outline:1px solid var(--line);outline-offset:-1px}.wr.chosen{outline:2px solid var(--ink);outline-offset:-2px}.wire-detail{font-size:.85rem;border-top:1px solid var(--line);margin-top:.4rem}.wire-detail:empty{display:none}.wire-detail p{margin:.5rem 0 .2rem}.wire-detail pre{margin:0;overflow-x:auto;font-size:.82rem;max-height:14rem}
.wire-lanes{position:relative}.wire-gap{position:absolute;top:0;height:20px;border:solid var(--ink);border-width:0 1px;box-shadow:inset 0 -1px var(--ink);font-size:.75rem;line-height:18px;text-align:center;white-space:nowrap;overflow:visible;pointer-events:none;display:flex;justify-content:center}.wire-hover{min-height:1.5em;color:var(--soft);font-size:.85rem;margin-top:.3rem;font-variant-numeric:tabular-nums}.wb b{font-family:system-ui,sans-serif;margin-right:.5em}.wb .wrong{color:var(--bad);background:var(--bad-bg);outline:2px solid var(--bad);outline-offset:-1px;font-weight:700}.wire-detail .bytes{margin:.4rem 0 .6rem}
.to-wire{margin-top:.7rem}
.runs{overflow-x:auto}.runs table{background:var(--card);border:1px solid var(--line);border-radius:10px;border-collapse:separate;border-spacing:0}.runs th,.runs td{padding:.55rem .6rem;border-top:1px solid var(--line)}.runs thead th{border:0}.runs tbody th{font-size:.9rem;color:var(--ink)}.runs td a{text-decoration:none}.runs td{white-space:nowrap}.runs tbody th{min-width:9rem}.runs .change{display:block;font-size:.78rem;margin-top:.2rem}
details.run{border:1px solid var(--line);border-radius:12px;margin-top:1rem;padding:.4rem 1rem}details.run>summary{font-size:1rem;color:var(--ink);padding:.5rem 0}
.hue0{background:var(--h0)}.hue1{background:var(--h1)}.hue2{background:var(--h2)}.hue3{background:var(--h3)}.hue4{background:var(--h4)}.hue5{background:var(--h5)}.hue6{background:var(--h6)}.hue7{background:var(--h7)}
.seg.wrong,.dump .wrong,.against .wrong{background:var(--bad-bg);color:var(--bad);outline:2px solid var(--bad);outline-offset:-1px;font-weight:700}.wr .wrong{outline-offset:1px}.dump .changed{outline:2px solid var(--ink);outline-offset:-1px}
.against{width:auto;border-spacing:3px 0;border-collapse:separate}.against th{white-space:nowrap;vertical-align:middle;font-size:.8rem;padding:.1rem .8rem .1rem 0}.against td{padding:.1rem .4rem;text-align:center;border-radius:4px;white-space:nowrap}
.against .hex{font-size:1.05rem;min-width:3.2rem}.against .due .hex{color:var(--good)}.against .names td{font-size:.72rem;line-height:1.25;vertical-align:bottom;min-width:3.2rem}.against .names b{display:block}.against .nothing{color:var(--bad);font-weight:700;text-align:left}
.against tr+.got td{padding-top:.15rem}table.changed{width:auto;max-width:100%;min-width:min(100%,26rem);margin-bottom:.5rem}.changed caption{text-align:left;font-size:.8rem;font-weight:600;color:var(--soft);padding-bottom:.2rem}.changed th{font-size:.9rem;color:var(--ink);white-space:nowrap}.changed td,.changed tbody th{border-top:1px solid var(--line)}.changed .was{color:var(--soft)}p.changed{font-size:.88rem;color:var(--soft)}
.measured{font-size:.88rem;color:var(--soft);margin-top:.4rem}.span-axis{position:relative;height:1.5rem;margin-top:.6rem;border-bottom:2px solid var(--soft)}.span-axis .band{position:absolute;top:0;bottom:0;background:var(--good-bg);border:solid var(--good);border-width:0 2px}
.span-axis .mark{position:absolute;transform:translateX(-50%);line-height:1.4rem;color:var(--link)}.span-axis .over{color:var(--bad);font-weight:700;font-size:1.2rem}.span-ticks{position:relative;height:1.3rem;font-size:.75rem;color:var(--soft)}.span-ticks span{position:absolute;transform:translateX(-50%);white-space:nowrap}.span-ticks .over{color:var(--bad);font-weight:700;top:1.1rem}.span-ticks:has(.over){height:2.4rem}
.ladder .gap path{stroke:var(--ink);stroke-width:2}.ladder .gap text{font-weight:700}.ladder .gap.over path{stroke:var(--bad)}.ladder .gap.over text{fill:var(--bad)}
.curve{display:block;width:100%;height:170px;margin-top:.5rem}.curve path{fill:none;stroke-width:2;vector-effect:non-scaling-stroke}
.curve line{stroke:var(--line);vector-effect:non-scaling-stroke}.curve .limit{stroke:var(--bad);stroke-width:2;stroke-dasharray:6 4}
.s0{stroke:var(--link)}.s1{stroke:var(--good);stroke-dasharray:7 3}.s2{stroke:var(--warn);stroke-dasharray:2 3}.s3{stroke:var(--bad);stroke-dasharray:10 3 2 3}
.s4{stroke:var(--ink)}.s5{stroke:var(--soft);stroke-dasharray:4 4}.s6{stroke:var(--tx);stroke-dasharray:1 4}.s7{stroke:var(--rx);stroke-dasharray:12 5}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;font-size:.82rem;margin-top:.5rem}.key svg{width:2.2rem;height:.6rem;vertical-align:middle;margin-right:.4rem}.key line{stroke-width:2}.key .limit{stroke:var(--bad);stroke-dasharray:6 4}
.plot{display:grid;grid-template-columns:auto minmax(0,1fr);gap:0 .5rem;margin-top:.8rem}.plot .curve{margin-top:0}.plot-body{display:flex;flex-direction:column}.plot-body .key{order:1}.y-axis{display:flex;flex-direction:column;justify-content:space-between;height:170px;font-size:.75rem;color:var(--soft);text-align:right}.y-axis span:nth-child(2){writing-mode:vertical-rl;transform:rotate(180deg);align-self:flex-end}
.timing .band{fill:var(--good-bg)}
.suite-verdicts{margin-bottom:.8rem}.suite-verdicts tbody th[scope=row]{font-size:.95rem;color:var(--ink);white-space:normal}.suite-verdicts tbody th{border-top:1px solid var(--line)}.suite-verdicts .held{color:var(--good)}.suite-verdicts .open{color:var(--warn)}.suite-verdicts .bad{font-weight:700}.suite-verdicts .none{color:var(--soft)}details.suite>summary{padding:.3rem 0}.cards+details.suite{margin-top:1rem}.drift{margin-top:1rem}
.swatch{display:inline-block;width:.75em;height:.75em;border-radius:2px;margin-right:.45em;border:1px solid var(--line)}
.refused{margin:.45rem 0 0;font-size:.9rem;color:var(--warn)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem}
th{text-align:left;font-size:.78rem;color:var(--soft);font-weight:600}th.num{text-align:right}
th,td{padding:.3rem .9rem .3rem 0;vertical-align:top}.fields{width:auto;font-size:.82rem}.fields th,.fields td{overflow-wrap:normal}.fields td:last-child{min-width:9rem}.fields td:nth-child(2){white-space:nowrap}.swatch{vertical-align:-.05em}.fields td{border-top:1px solid var(--line);padding:.2rem 1rem .2rem 0}
.fields .num{text-align:left}.plain td{border-top:1px solid var(--line)}.ids .id{display:inline-block;margin-right:.5em}
.counterexample pre{margin:.3rem 0 0;padding:.6rem .8rem;background:var(--shade);border-radius:8px;font-size:.85rem;white-space:pre-wrap;overflow-wrap:anywhere}
.again{margin-top:1rem}.command{display:flex;gap:.5rem;align-items:flex-start;margin-top:.25rem}
.command code{flex:1;min-width:0;background:var(--shade);border-radius:8px;padding:.45rem .8rem;font-size:.85rem}.command code::before{content:"$ ";color:var(--soft)}
button{font:inherit;font-size:.85rem;padding:.35rem .8rem;border:1px solid var(--line);border-radius:8px;background:var(--card);color:var(--ink);cursor:pointer}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,22rem),1fr));gap:1rem}.cards .card{margin:0}
.timing h3{display:flex;justify-content:space-between;gap:.8rem;align-items:baseline}.timing svg{display:block;width:100%;height:84px;margin-top:.8rem}
.timing .bar{fill:var(--link);opacity:.75}.timing rect.over{fill:var(--bad)}.gauge .over{background:var(--bad)!important}
.timing line{stroke:var(--ink);vector-effect:non-scaling-stroke;stroke-width:1.5}.timing .p50{stroke-dasharray:2 3}.timing .p99{stroke-dasharray:6 3}
.timing .limit{stroke:var(--bad);stroke-width:2.5}.timing .axis{stroke:var(--soft);stroke-width:1}
.scale{display:flex;justify-content:space-between;font-size:.75rem;color:var(--soft)}
.used{font-size:.92rem;margin:.35rem 0}.gauge{height:8px;border-radius:4px;background:var(--shade);overflow:hidden;border:1px solid var(--line)}
.gauge span{display:block;height:100%;background:var(--link)}
.numbers{display:grid;grid-template-columns:repeat(auto-fill,minmax(5.6rem,1fr));gap:.4rem .6rem;margin-top:.6rem}.numbers div:last-child{grid-column:1/-1}.numbers dd{font-variant-numeric:tabular-nums;font-size:.92rem}
#not-judged h3{font-weight:500}#not-judged li{padding:.35rem 0;font-size:.93rem}#not-judged .card>ul{margin-top:.4rem}
.why{font-size:.88rem;color:var(--soft);margin-top:.2rem}
.clauses{background:var(--card);border:1px solid var(--line);border-radius:10px;border-collapse:separate;border-spacing:0;margin:.6rem 0 1.5rem}
.clauses th,.clauses td{padding:.55rem .9rem}.clauses tr.clause td{border-top:1px solid var(--line)}
.clauses .group th{background:var(--shade);font-size:.9rem;color:var(--ink);border-top:1px solid var(--line)}
.clauses .verdict{width:8.5rem}.clauses .text{min-width:14rem}.clauses .standing{white-space:nowrap}.clauses .unit{display:none}
.clauses tr:target td{background:var(--warn-bg)}.failure:target{outline:3px solid var(--link);outline-offset:2px}
[hidden]{display:none!important}
input,select{font:inherit;padding:.3rem .6rem;border:1px solid var(--line);border-radius:8px;background:var(--card);color:var(--ink);max-width:100%}
.facts{display:grid;gap:.55rem;margin-bottom:.8rem}.failure .facts{margin-top:.8rem}.facts>div{display:grid;grid-template-columns:12rem minmax(0,1fr);gap:0 1rem}.facts code{font-size:.88rem;margin-right:.8em}
.words{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:.8rem 1.5rem;font-size:.9rem}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
@media (max-width:700px){main{padding:.75rem .75rem 3rem}.head{padding:.9rem 1rem 1rem;border-left-width:6px}.card{padding:.9rem}
.sign{width:2.7rem;height:2.7rem;font-size:1.4rem}.headline{align-items:flex-start;gap:.8rem}.tiles{grid-template-columns:repeat(2,1fr)}
.runs thead,.runs td.none{display:none}.runs table,.runs tbody,.runs tr,.runs th,.runs td{display:block;width:auto}.runs tbody tr{border-top:1px solid var(--line);padding:.5rem 0}.runs tbody th,.runs td{border:0;padding:.2rem .8rem}.runs td[data-suite]::before{content:attr(data-suite) ' ';font-weight:600}
.exchanges>li{grid-template-columns:minmax(0,1fr)}.when b,.when span{display:inline;margin-right:.5em}.facts>div{grid-template-columns:minmax(0,1fr)}
.suite-verdicts thead th{white-space:normal;font-size:.7rem}.suite-verdicts th,.suite-verdicts td{padding-right:.35rem}.suite-verdicts tbody th[scope=row],.suite-verdicts td{font-size:.82rem}
.dump{white-space:normal;padding-left:3.15rem;text-indent:-3.15rem}
.clauses thead{display:none}.clauses,.clauses tbody,.clauses tr,.clauses td,.clauses th{display:block;width:auto}.clauses tr.clause{border-top:1px solid var(--line);padding:.55rem .9rem;display:flex;flex-wrap:wrap;gap:.15rem .8rem;align-items:baseline}
.clauses tr.clause td{border:0;padding:0}.clauses .text{order:3;flex:1 0 100%}.clauses .num{margin-left:auto}.clauses .verdict{width:auto}.clauses .unit{display:inline}
nav{position:static;flex-wrap:wrap}nav .links{flex:1 0 100%;flex-wrap:wrap}.clauses .by{order:4;flex:1 0 100%;max-width:none}.wire-head,.wr{grid-template-columns:5.6rem repeat(var(--lanes),min(3.2rem,7rem/var(--lanes))) minmax(4rem,1fr)}.wd{display:none}.wire-head .wl{visibility:hidden}.wt{font-size:.86em}.wr.mark .wt{width:5.6rem}.against th{font-size:.72rem;padding-right:.3rem}.against .hex{font-size:.95rem}.against td,.against .hex,.against .names td{min-width:2.2rem;padding-inline:.15rem}.against .names td{white-space:normal}.ladder svg{font-size:11px}.ladder-tools{position:static;justify-content:flex-end;padding:.3rem .3rem 0}.command{flex-direction:column;align-items:stretch}.command button{align-self:flex-end}}
@media print{.late{content-visibility:visible}:root{--bg:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--shade:#f3f3f3}body{font-size:10.5pt}main{max-width:none;padding:0}
nav,button,.ladder-tools,.wire-card,.keys,.skip,.tip{display:none!important}.ladder-view{max-height:none;overflow:visible}.ladder svg{min-width:0!important}.ladder .arrow,.cell,.bytes span{print-color-adjust:exact;-webkit-print-color-adjust:exact}.tile,.chip,.seg,.said>div,.gauge span{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.exchanges>li,.tile,tr,.timing,.said{break-inside:avoid}h2,h3,h4,.card>header{break-after:avoid}.scroll{overflow:visible}.scroll table{font-size:8pt}.scroll table td,.scroll table th{padding:.2rem .4rem .2rem 0;min-width:0;white-space:normal}}
@page{margin:12mm}
`;
