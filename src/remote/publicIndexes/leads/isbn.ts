/** ISBN (ISO 2108): ten digits, or thirteen that begin with 978 or 979. */

/** The ISBN with thirteen digits; `null` where it is none. */
export function isbn13(written: string): string | null {
  const digits = written
    .replaceAll(/[\s\u2010-\u2012-]/g, "")
    .replace(/^isbn:?/i, "")
    .toUpperCase();
  if (/^97[89]\d{10}$/.test(digits)) return checkDigit13(digits) === digits[12] ? digits : null;
  if (!/^\d{9}[\dX]$/.test(digits) || checkDigit10(digits) !== digits[9]) return null;
  const body = `978${digits.slice(0, 9)}`;
  return body + checkDigit13(body);
}

function checkDigit13(digits: string): string {
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += Number(digits[i]) * (i % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
}

function checkDigit10(digits: string): string {
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += Number(digits[i]) * (10 - i);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? "X" : String(check);
}
