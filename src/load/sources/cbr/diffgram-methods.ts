// The methods of the Bank of Russia's web services whose answers (diffgrams) have figures, with the elements of rows, days and figures.
//
// Any other method is refused, because an element that looks like a number may be a code.
import type {IndicatorLabel} from "../../../statistics/release/release.ts";

export interface Figure {
  /** Local name of the element. */
  readonly element: string;
  readonly indicator: string;
  readonly label: string;
  readonly unit: string;
  readonly synonyms?: readonly string[];
}

export interface DiffgramMethod {
  /** Names of the methods: the names of their answers without "Response". */
  readonly names: readonly string[];
  readonly dataset: string;
  readonly name: string;
  readonly sourceUrl: string;
  /** Local name of the element that is a row. */
  readonly row: string;
  /** Element with the day of the figures; null: they are about the day of the request, which only the command can give. */
  readonly day: string | null;
  /** Elements with the code and the name of the row's subject; null: all rows have the same subject. */
  readonly subject: {readonly code: string; readonly name: string; readonly classifier: string} | null;
  readonly figures: readonly Figure[];
  readonly text: string;
}

const KEY_RATE: DiffgramMethod = {
  names: ["KeyRate", "KeyRateXML"],
  dataset: "key_rate",
  name: "Ключевая ставка Банка России",
  sourceUrl: "https://www.cbr.ru/hd_base/KeyRate/",
  row: "KR",
  day: "DT",
  subject: null,
  figures: [
    {
      element: "Rate",
      indicator: "key_rate",
      label: "Ключевая ставка Банка России, в процентах годовых",
      unit: "процент",
      synonyms: ["ставка ЦБ", "ставка рефинансирования", "key rate"],
    },
  ],
  text: "Ставка, действующая в этот день.",
};

const CREDIT_INSTITUTION: DiffgramMethod = {
  names: ["CreditInfoByIntCode", "CreditInfoByIntCodeEx", "CreditInfoByRegCode"],
  dataset: "credit_institutions",
  name: "Кредитные организации: уставный капитал и подразделения",
  sourceUrl: "https://www.cbr.ru/banking_sector/credit/",
  row: "CO",
  day: null,
  subject: {code: "RegNumber", name: "OrgName", classifier: "Регистрационный номер кредитной организации"},
  figures: [
    {element: "UstMoney", indicator: "charter_capital", label: "Уставный капитал", unit: "рубль"},
    {element: "qoffices", indicator: "branches", label: "Филиалы в Российской Федерации", unit: "единица"},
    {element: "qofficesfor", indicator: "branches_abroad", label: "Филиалы за рубежом", unit: "единица"},
    {element: "qdopo", indicator: "additional_offices", label: "Дополнительные офисы", unit: "единица"},
    {element: "qopc", indicator: "cash_desks", label: "Операционные кассы вне кассового узла", unit: "единица"},
    {element: "qreprrus", indicator: "representations", label: "Представительства в России", unit: "единица"},
    {element: "qreprfor", indicator: "representations_abroad", label: "Представительства за рубежом", unit: "единица"},
    {element: "qreprcis", indicator: "representations_cis", label: "Представительства в странах СНГ", unit: "единица"},
    {element: "ckko", indicator: "credit_cash_offices", label: "Кредитно-кассовые офисы", unit: "единица"},
    {element: "copo", indicator: "operating_offices", label: "Операционные офисы", unit: "единица"},
    {element: "cppko", indicator: "mobile_cash_points", label: "Передвижные пункты кассовых операций", unit: "единица"},
    {element: "cobmp", indicator: "exchange_offices", label: "Обменные пункты", unit: "единица"},
  ],
  text: "Состояние на день запроса; число подразделений по сведениям Банка России.",
};

const METHODS: readonly DiffgramMethod[] = [KEY_RATE, CREDIT_INSTITUTION];

/** By the name of the method's answer ("KeyRateResponse"); null: an unknown method. */
export function diffgramMethod(elements: ReadonlySet<string>): DiffgramMethod | null {
  return METHODS.find(({names}) => names.some((name) => elements.has(`${name}Response`))) ?? null;
}

/** The rows of all methods: the reader needs them before it knows the method. */
export const DIFFGRAM_ROWS: ReadonlySet<string> = new Set(METHODS.map(({row}) => row));

export function knownMethods(): string {
  return METHODS.flatMap(({names}) => names).join(", ");
}

export function indicatorsOf({figures}: DiffgramMethod): IndicatorLabel[] {
  return figures.map(({indicator, label, synonyms = []}) => ({
    code: indicator,
    label,
    concept: null,
    description: null,
    synonyms,
  }));
}
