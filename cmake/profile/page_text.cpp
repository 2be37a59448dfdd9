// SPDX-License-Identifier: MIT
// The page's own text: what shows the launches, which stand between the two parts as JSON.
namespace simt::profile {

extern char const* const page_begin;
extern char const* const page_end;

char const* const page_begin = R"page(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>simt profile</title>
<style>
:root{--ink:#1d2733;--soft:#5b6b7c;--line:#d9e0e7;--paper:#fff;--side:#f4f6f8;--hot:214,69,65;--read:#2a7f62;--write:#c0392b;--accent:#1f5fa8}
*{box-sizing:border-box}body{margin:0;font:14px/1.45 system-ui,sans-serif;color:var(--ink);display:flex;height:100vh}
nav{width:290px;overflow:auto;background:var(--side);border-right:1px solid var(--line);padding:10px;flex:none}
nav button{display:block;width:100%;text-align:left;border:0;background:none;padding:5px 8px;border-radius:4px;cursor:pointer;font:inherit}
nav button.on{background:var(--accent);color:#fff}nav small{color:var(--soft)}nav button.on small{color:#dde}
main{flex:1;overflow:auto;padding:16px 22px}h1{font-size:20px;margin:0 0 4px}h2{font-size:15px;margin:22px 0 6px}
table{border-collapse:collapse}td,th{padding:2px 10px 2px 0;text-align:left;vertical-align:top}td.n{text-align:right;font-variant-numeric:tabular-nums}
pre{margin:0;font:13px/1.5 ui-monospace,monospace}.src td{padding:0 8px 0 0;border-bottom:1px solid #f0f2f4}.src th{text-align:right}.src tr.has{cursor:pointer}.src tr.on{outline:2px solid var(--accent)}
.hint{background:#fff6e0;border-left:4px solid #e0a020;padding:6px 10px;margin:4px 0}.soft{color:var(--soft)}
svg text{font:11px system-ui,sans-serif;fill:var(--ink)}.bar{display:flex;gap:8px;align-items:center;margin:6px 0}
</style></head><body><nav id="list"></nav><main id="main"></main>
<script type="application/json" id="data">)page";

char const* const page_end = R"page(</script>
<script>
"use strict";
const D=JSON.parse(document.getElementById("data").textContent),N={};D.names.forEach((n,i)=>N[n]=i);
const G="l1tex__t_",S="_pipe_lsu_mem_global_op_",W="l1tex__data_pipe_lsu_wavefronts_mem_shared_op_",C="l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_";
const L=G+"requests_pipe_lsu_mem_local_op_",T=G+"requests_pipe_tex_mem_texture.sum";
const esc=t=>String(t).replace(/[&<>"]/g,c=>({"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;"}[c]));
const get=(x,n)=>x.metrics[N[n]]||0,fmt=v=>v>=1e4?v.toLocaleString("en"):String(+v.toFixed(2));
const $=id=>document.getElementById(id);let now=0,line=-1,step=0;
function list(){$("list").innerHTML="<b>Launches</b>"+(D.left_out?`<p class=soft>${D.left_out} more are not on this page</p>`:"")+D.launches.map((l,i)=>`<button data-i="${i}" class="${i==now?"on":""}">${esc(l.kernel)}<br><small>grid ${l.grid.join(" x ")}, block ${l.block.join(" x ")}</small></button>`).join("");
 for(const b of $("list").querySelectorAll("button"))b.onclick=()=>{now=+b.dataset.i;line=-1;step=0;list();show()}}
const words=[["requests to load global memory",G+"requests"+S+"ld.sum"],["sectors of 32 bytes loaded",G+"sectors"+S+"ld.sum"],["requests to store",G+"requests"+S+"st.sum"],["sectors stored",G+"sectors"+S+"st.sum"],["reductions",G+"requests"+S+"red.sum"],["sectors of reductions",G+"sectors"+S+"red.sum"],["atomics that return",G+"requests"+S+"atom.sum"],["loads of threads' own arrays",L+"ld.sum"],["their sectors",L.replace("requests","sectors")+"ld.sum"],["stores to threads' own arrays",L+"st.sum"],["sectors of those",L.replace("requests","sectors")+"st.sum"],["fetches of textures",T],["sectors of textures",T.replace("requests","sectors")],["shared loads","smsp__sass_inst_executed_op_shared_ld.sum"],["wavefronts of shared loads",W+"ld.sum"],["bank conflicts of shared loads",C+"ld.sum"],["shared stores","smsp__sass_inst_executed_op_shared_st.sum"],["wavefronts of shared stores",W+"st.sum"],["bank conflicts of shared stores",C+"st.sum"],["threads per instruction of a warp","smsp__thread_inst_executed_per_inst_executed.ratio"],["branches that all threads take alike, %","smsp__sass_average_branch_targets_threads_uniform.pct"],["theoretical occupancy, %","sm__maximum_warps_per_active_cycle_pct"]];
function show(){const l=D.launches[now];if(!l){$("main").innerHTML="<p>No launches.</p>";return}
 let h=`<h1>${esc(l.kernel)}</h1><div class=soft>grid ${l.grid.join(" x ")}, block ${l.block.join(" x ")}${l.sampled>1?`; sampled: every ${l.sampled}th block was looked at, numbers are scaled`:""}${l.cut?`; ${l.cut} times a thread had more steps than are kept`:""}</div>`;
 for(const x of l.lines)for(const t of x.hints)h+=`<div class=hint>${esc(t)}</div>`;
 h+="<h2>Source</h2>"+source(l)+`<div id=picture></div><h2>Numbers</h2><table id=numbers>`+words.map(([w,n])=>`<tr><td>${w}<td class=n>${fmt(get(l,n))}<td class=soft>${n}`).join("")+`<tr><td>limited by<td class=n>${l.limiter}</table>`;
 h+="<h2>Blocks on workers</h2>"+timeline(l)+"<h2>Launches on workers</h2>"+overview()+"<h2>Roofline</h2>"+roofline(l)+(l.steps.length?"<h2>Steps of the first block</h2><div id=steps></div>":"");
 $("main").innerHTML=h;for(const r of $("main").querySelectorAll("tr.has"))r.onclick=()=>{line=+r.dataset.i;picture();for(const q of $("main").querySelectorAll("tr.on"))q.classList.remove("on");r.classList.add("on")};
 if(line<0){let w=0;l.lines.forEach((x,i)=>{const c=cost(x);if(x.worst&&c>w){w=c;line=i}})}picture();steps()}
const cost=x=>["ld","st","red","atom"].reduce((a,o)=>a+get(x,G+"sectors"+S+o+".sum"),0)+get(x,W+"ld.sum")+get(x,W+"st.sum")+[L+"ld.sum",L+"st.sum",T].reduce((a,o)=>a+get(x,o.replace("requests","sectors")),0);
function source(l){const files=[...new Set(l.lines.map(x=>x.file))];let h="";const most=Math.max(1,...l.lines.map(cost));
 for(const f of files){const F=D.files[f],at=l.lines.filter(x=>x.file==f),lo=Math.max(1,Math.min(...at.map(x=>x.line))-3),hi=Math.min(Math.max(F.text.length,...at.map(x=>x.line)),Math.max(...at.map(x=>x.line))+3);
 h+=`<div class=soft>${esc(F.name)}</div><table class=src><tr class=soft><th><th>requests<th>sectors<th>wavefronts<th>conflicts<th>threads<th>`;
 for(let n=lo;n<=hi;++n){const x=at.find(q=>q.line==n),i=l.lines.indexOf(x);
 if(x){const r=["ld","st","red","atom"].reduce((a,o)=>a+get(x,G+"requests"+S+o+".sum"),0),s=["ld","st","red","atom"].reduce((a,o)=>a+get(x,G+"sectors"+S+o+".sum"),0),w=get(x,W+"ld.sum")+get(x,W+"st.sum"),c=get(x,C+"ld.sum")+get(x,C+"st.sum"),t=get(x,"smsp__thread_inst_executed_per_inst_executed.ratio");
 h+=`<tr class="has${i==line?" on":""}" data-i="${i}" style="background:rgba(var(--hot),${(.55*cost(x)/most).toFixed(3)})"><td class="n soft">${n}<td class=n>${r?fmt(r):""}<td class=n>${s?fmt(s):""}<td class=n>${w?fmt(w):""}<td class=n>${c?fmt(c):""}<td class=n>${t?fmt(t):""}`}
 else h+=`<tr><td class="n soft">${n}<td><td><td><td><td>`;
 h+=`<td><pre>${esc(F.text[n-1]||"")}</pre>`}h+="</table>"}return h}
function lanes(m){const o=[];for(let i=0;i<32;++i)if(m>>>i&1)o.push(i);return o}
function picture(){const l=D.launches[now],x=l.lines[line],p=$("picture");if(!p)return;if(!x||!x.worst){p.innerHTML="";return}
 const [bytes,mask,first,away]=x.worst,ids=lanes(mask),shared=x.shared,unit=shared?4:32,X=i=>14+i*27;
 const cells=shared?[...Array(32).keys()]:[...new Set(ids.flatMap((_,k)=>{const a=first+away[k],o=[];for(let q=Math.floor(a/32);q<=Math.floor((a+bytes-1)/32);++q)o.push(q);return o}))].sort((a,b)=>a-b);
 const Y=i=>14+i*(shared?27:Math.min(27,860/cells.length));let g="";const load={};
 ids.forEach((id,k)=>{const a=first+away[k];for(let q=Math.floor(a/unit);q<=Math.floor((a+bytes-1)/unit);++q){const c=shared?q%32:cells.indexOf(q);(load[c]=load[c]||new Set()).add(q);g+=`<line x1="${X(id)+11}" y1="34" x2="${Y(c)+8}" y2="120" stroke="${x.stores?"var(--write)":"var(--read)"}" stroke-opacity=".6"/>`}});
 for(let i=0;i<32;++i)g+=`<rect x="${X(i)}" y="14" width="23" height="20" rx="3" fill="${mask>>>i&1?"#cfe3f7":"#eee"}"/><text x="${X(i)+5}" y="28">${i}</text>`;
 cells.forEach((c,i)=>{const n=load[i]?load[i].size:0;g+=`<rect x="${Y(i)}" y="120" width="${shared?23:Math.max(2,Math.min(23,820/cells.length))}" height="20" rx="2" fill="rgba(var(--hot),${shared?Math.min(.9,n/8):.35})" stroke="#999"/>`;if(shared)g+=`<text x="${Y(i)+3}" y="155">${i}</text>`+(n>1?`<text x="${Y(i)+5}" y="134">${n}</text>`:"")});
 const ways=shared?Math.max(...Object.values(load).map(s=>s.size)):cells.length;
 p.innerHTML=`<h2>Line ${x.line}: the warp's access that costs most</h2><div class=soft>${x.stores?"stores":"loads"} of ${bytes} bytes a thread: ${shared?`${ways} words are asked of one bank (banks below, with the words each must give)`:`${cells.length} sectors of 32 bytes`}</div><svg width="890" height="165" id="access">${g}</svg>`}
function bars(rows,t0,t1,label){const w=880,s=(t1-t0)||1,ws=[...new Set(rows.map(r=>r[3]))].sort((a,b)=>a-b);let g="";for(const r of rows){const y=ws.indexOf(r[3])*22,x=(r[1]-t0)/s*w,d=Math.max(1,(r[2]-r[1])/s*w);g+=`<rect x="${x.toFixed(1)}" y="${y}" width="${d.toFixed(1)}" height="18" fill="#7fb0df" stroke="#fff"><title>${esc(label(r))}</title></rect>`}
 return `<svg width="${w}" height="${ws.length*22+18}">${g}<text x="0" y="${ws.length*22+12}">${fmt(s/1000)} microseconds</text></svg>`}
const timeline=l=>l.blocks.length?bars(l.blocks,Math.min(...l.blocks.map(b=>b[1])),Math.max(...l.blocks.map(b=>b[2])),b=>`block ${b[0]}, worker ${b[3]}, ${fmt((b[2]-b[1])/1000)} us`):"<p class=soft>no blocks</p>";
function overview(){const r=D.launches.slice(0,400).map((l,i)=>[i,l.begin,l.end,l.blocks.length?l.blocks[0][3]:0]);return bars(r,Math.min(...r.map(x=>x[1])),Math.max(...r.map(x=>x[2])),x=>D.launches[x[0]].kernel)}
function roofline(l){const moved=32*["ld","st","red","atom"].reduce((a,o)=>a+get(l,G+"sectors"+S+o+".sum"),0);if(!moved)return "<p class=soft>no global memory</p>";
 const x=l.work/moved,asked=l.bytes[0]+l.bytes[1],peak=33.5e12,band=3.35e12,X=v=>60+(Math.log10(v)+2)/5*600,Y=v=>200-(Math.log10(v)-9)/5*180,top=Math.min(peak,x*band);
 return `<svg width="700" height="235"><polyline fill="none" stroke="#1f5fa8" stroke-width="2" points="${X(.01)},${Y(.01*band)} ${X(peak/band)},${Y(peak)} ${X(1000)},${Y(peak)}"/><circle cx="${X(Math.min(1000,Math.max(.01,x)))}" cy="${Y(top)}" r="6" fill="rgb(var(--hot))"/><text x="60" y="225">thread instructions a byte moved (from 0.01 to 1000), up: instructions a second, 3.35 TB/s and 33.5 T/s of an H100</text></svg><p>${fmt(x)} instructions a byte: ${x<peak/band?"memory":"arithmetic"} is the limit. ${fmt(asked)} bytes were asked for, ${fmt(moved)} moved${moved>1.5*asked?": "+fmt(100-100*asked/moved)+" % of what is moved is not used":""}.</p>`}
function steps(){const l=D.launches[now],p=$("steps");if(!p||!l.steps.length)return;const n=l.steps.length;step=Math.max(0,Math.min(n-1,step));const s=l.steps[step];let h=`<div class=bar><button id=back>&#9664;</button><input type=range id=at min=0 max="${n-1}" value="${step}" style="width:520px"><button id=on>&#9654;</button><span>step ${step+1} of ${n}</span></div>`;
 if(s[0]<0)h+=`<div style="background:#333;color:#fff;padding:10px;text-align:center">barrier: all warps have come</div>`;
 else{const threads=l.block[0]*l.block[1]*l.block[2],ws=Math.ceil(threads/32);let g="";const cols={};
 for(let w=0;w<ws;++w)for(let i=0;i<32&&w*32+i<threads;++i)g+=`<rect x="${i*16}" y="${w*16}" width="14" height="14" fill="${w!=s[0]?"#eee":s[1]>>>i&1?"#2a7f62":"#f3c9c5"}"><title>thread ${w*32+i}</title></rect>`;
 h+=`<div>warp ${s[0]}, line ${s[3]}: <code>${esc((D.files[s[2]].text[s[3]-1]||"").trim())}</code></div><svg width="520" height="${ws*16}">${g}</svg>`;
 for(const a of s[4]){const [bytes,mask,first,away]=a[2],ids=lanes(mask),by={};ids.forEach((id,k)=>(by[away[k]/bytes]=by[away[k]/bytes]||[]).push(id));const last=Math.min(255,Math.max(...Object.keys(by).map(Number)));let c="";
 for(let e=0;e<=last;++e)c+=`<rect x="${e%64*13}" y="${Math.floor(e/64)*13}" width="12" height="12" fill="${by[e]?(a[0]==1?"var(--read)":"var(--write)"):"#eee"}"><title>element ${e}${by[e]?", threads "+by[e].join(", "):""}</title></rect>`;
 h+=`<div class=soft>${["","reads","writes","updates"][a[0]]} ${a[1]?"shared":"global"} memory, ${bytes} bytes a thread, from address ${first.toString(16)} on:</div><svg width="840" height="${(Math.floor(last/64)+1)*13}">${c}</svg>`}}
 p.innerHTML=h;$("back").onclick=()=>{--step;steps()};$("on").onclick=()=>{++step;steps()};$("at").oninput=e=>{step=+e.target.value;steps()}}
document.onkeydown=e=>{if(!$("steps"))return;if(e.key=="ArrowRight"){++step;steps()}if(e.key=="ArrowLeft"){--step;steps()}};
list();show();
</script></body></html>
)page";

}  // namespace simt::profile
