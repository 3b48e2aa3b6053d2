/** Units and months under one name, however they are written. */

const names = `
  %:percent,prozent,pct,pourcent,процентов $:dollar,dollars,usd,us$ €:euro,euros,eur £:pound,pounds,gbp
  ¥:yen,jpy,yuan,rmb,cny ₹:rupee,rupees,inr ₽:rouble,roubles,ruble,rubles ₩:won,krw
  km:kilometre,kilometres,kilometer,kilometers mi:mile,miles metre:metres,meter,meters cm:centimetre,centimetres,centimeter,centimeters
  mm:millimetre,millimetres,millimeter,millimeters ft:foot,feet inch:inches yd:yard,yards
  kg:kilogram,kilograms,kilo,kilos g:gram,grams,gramme,grammes mg:milligram,milligrams lb:lbs oz:ounce,ounces tonne:tonnes,ton,tons
  litre:litres,liter,liters,l ml:millilitre,millilitres,milliliter,milliliters gallon:gallons
  second:seconds,sec,secs,sekunden,secondes,segundos minute:minutes,min,mins,minuten,minutos hour:hours,hr,hrs,stunde,stunden,heures,horas
  day:days,tag,tage,tagen,jour,jours,día,días week:weeks,woche,wochen,semaine,semaines month:months,monat,monate,monaten,mois,meses
  year:years,yr,yrs,jahr,jahre,jahren,an,ans,année,années,año,años decade:decades century:centuries
  ms:millisecond,milliseconds kb:kilobyte,kilobytes mb:megabyte,megabytes gb:gigabyte,gigabytes tb:terabyte,terabytes
  °c:celsius °f:fahrenheit mph: kmh: volt:volts,v watt:watts,w kw:kilowatt,kilowatts mw:megawatt,megawatts hz:hertz`

const units = new Map<string, string>()
for (const entry of names.normalize('NFC').trim().split(/\s+/)) {
  const [name = '', others = ''] = entry.split(':')
  for (const written of [name, ...others.split(',')]) if (written !== '') units.set(written, name)
}
// These are other words, too, when no number stands before them
const afterNumberOnly = new Set('g l v w an second won foot min pound pounds mi ms'.split(' '))

const months = new Map<string, string>()
for (const [index, entry] of `
  january,jan,januar,janvier,enero february,feb,februar,février,febrero march,mar,märz,mars,marzo april,apr,avril,abril
  may,mai,mayo june,jun,juni,juin,junio july,jul,juli,juillet,julio august,aug,août,agosto
  september,sep,sept,septembre,septiembre october,oct,oktober,octobre,octubre november,nov,novembre,noviembre
  december,dec,dezember,décembre,diciembre`
  .normalize('NFC')
  .trim()
  .split(/\s+/)
  .entries())
  for (const written of entry.split(',')) months.set(written, `month ${index + 1}`)
const otherWordsToo = new Set('may mai mayo mar mars march jan sep dec marzo'.split(' '))

/** The one name of a unit, or `undefined` for what is none. */
export function unitOf(
  word: string,
  place: 'after a number' | 'elsewhere' = 'elsewhere',
): string | undefined {
  return place === 'elsewhere' && afterNumberOnly.has(word) ? undefined : units.get(word)
}

/** The month a word names, such as `month 3`; words that mean other things, too, only beside a day or a year. */
export function monthOf(word: string, isBesideNumber: boolean): string | undefined {
  return !isBesideNumber && otherWordsToo.has(word) ? undefined : months.get(word)
}

/** The month of that number. */
export function monthNumbered(number: number): string {
  return `month ${number}`
}
