import { chromium } from '@playwright/test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
export const base='http://localhost:4317';
async function cookieOf(phone){
  const file='/tmp/imp/cookie-'+phone;
  if(existsSync(file)) return JSON.parse(readFileSync(file,'utf8'));
  const head={'content-type':'application/json', origin: base};
  const r=await fetch(base+'/api/authentications/request_otp',{method:'POST',headers:head,body:JSON.stringify({phone_number:phone,app_version:'1'})});
  const a=await r.json();
  const jar=(r.headers.getSetCookie()??[]).map(c=>c.split(';')[0]);
  const l=await fetch(base+'/api/authentications/login',{method:'POST',headers:{...head,cookie:jar.join('; ')},body:JSON.stringify({phone_number:phone,otp:a.demo_otp,app_version:'1',...(a.request_id?{request_id:a.request_id}:{})})});
  const all=(l.headers.getSetCookie()??[]).map(c=>c.split(';')[0]);
  if(!l.ok) console.log(await l.text());
  const c=all.map(x=>{const i=x.indexOf('=');return {name:x.slice(0,i),value:x.slice(i+1),url:base}});
  writeFileSync(file,JSON.stringify(c)); return c;
}
export async function open(phone='9000000012', width=1280, height=800, scheme='light'){
  const browser=await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell'});
  const context=await browser.newContext({viewport:{width,height}, colorScheme:scheme, baseURL:base, serviceWorkers:'block'});
  await context.addCookies(await cookieOf(phone));
  const page=await context.newPage();
  page.on('console',m=>{ if(m.type()==='error') console.log('console:',m.text().slice(0,300))});
  page.on('pageerror',e=>console.log('pageerror',e.message.slice(0,500)));
  return {browser,page};
}
