// Codes and names of the classes of a generated budget: long, nearly each its own, and made of a few hundred words and many places.
//
// The words are our own; only the form is that of a treasury: a code of 20 digits in two groups, a name of 60 to 190 letters. A name
// depends on its dataset and its place alone, so questions can be made of names that nobody keeps.
import {randomNumbers} from "../source-files.ts";

const MOST_LETTERS = 190;
const LEAST_LETTERS = 60;
/** Numbers of names of one dataset; those of another begin after them. */
const NAMES_A_DATASET = 2 ** 24;

const PROCEDURES =
  "Возмещение|Возврат|Оплата|Остаток|Погашение|Доля|Сумма|Перерасчёт|Взыскание|Доходы от|Поступления от|Потери от|Выручка от|Задаток после".split(
    "|",
  );
const DEEDS =
  "сдачи внаём|продажи|проверки|ремонта|перевозки|хранения|постройки|обмена|уборки|разметки|осмотра|раздела|передачи|замены|очистки|побелки|прокладки|выкупа".split(
    "|",
  );
const KINDS =
  "каменных|деревянных|летних|зимних|школьных|речных|горных|лесных|садовых|дорожных|заводских|больничных|пустующих|спорных|новых|ветхих|общих|служебных|учебных|морских|торговых|временных".split(
    "|",
  );
const THINGS =
  "складов|мостов|причалов|садов|лодок|теплиц|котельных|колодцев|автобусов|участков|карьеров|прудов|плотин|сараев|библиотек|мастерских|теплотрасс|тротуаров|лечебниц|общежитий|архивов|пасек|мельниц|пристаней|вышек|насосов|вагонов|стадионов|музеев|питомников".split(
    "|",
  );
const REASONS =
  "по договорам прошлых лет|по решениям суда|по заявлениям жителей|без учёта надбавок|за вычетом сборов|сверх установленного порядка|в счёт будущих платежей|по итогам торгов|при досрочном расчёте|с рассрочкой до года|после закрытия счёта|в порядке взаимной помощи|за нарушение сроков|по уточнённым сведениям|в части пеней|в части процентов|по прочим основаниям|для одарённых детей|для приезжих врачей|для многодетных семей".split(
    "|",
  );
const OWNERS =
  "в пользу|на территории|за счёт средств|по поручению|от имени|в границах|силами|под надзором|в собственности|для нужд".split(
    "|",
  );
const SIDES =
  "Верхне|Нижне|Старо|Ново|Мало|Больше|Красно|Бело|Черно|Средне|Западно|Восточно|Северо|Южно|Дальне|Горно|Лесо|Сухо|Тихо|Светло".split(
    "|",
  );
const ROOTS =
  "камен|озёр|речен|берез|сосн|дубрав|полян|холм|ключев|мост|город|сел|яблон|вишнев|рябин|клевер|пшенич|ковыль|туман|снеж|песчан|глин|соболев|лебяж|журавл|медвеж|бобров|окун|щуч|рыбац|гончар|кузнец|плотник|ткацк|мельнич|пасеч|звон|ярмар|купец|ямщиц".split(
    "|",
  );
const ENDINGS = "ского|овского|инского|еевского|анского".split("|");
const PLACES = "поселения|округа|района|городка|посёлка|сельсовета".split("|");

/** `000-10101000000000110`: every number below 16.7 million has its own. */
export function classCode(index: number): string {
  const office = String(index % 90).padStart(3, "0");
  const article = Math.floor(index / 90);
  const rest = String(Math.floor(article / 3)).padStart(6, "0");
  return `${office}-${1 + (article % 3)}${rest}0000000${110 + 10 * (article % 8)}`;
}

/** @param dataset its number among the generated ones */
export function className(dataset: number, index: number): string {
  const random = randomNumbers(dataset * NAMES_A_DATASET + index);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)]!;
  const wanted = LEAST_LETTERS + Math.floor(random() * (MOST_LETTERS - LEAST_LETTERS));
  let name = `${pick(PROCEDURES)} ${pick(DEEDS)} ${pick(KINDS)} ${pick(THINGS)}`;
  while (name.length < wanted) {
    const part =
      random() < 0.5 ? `${pick(OWNERS)} ${pick(SIDES)}${pick(ROOTS)}${pick(ENDINGS)} ${pick(PLACES)}` : pick(REASONS);
    if (name.includes(part)) continue;
    if (name.length + part.length >= MOST_LETTERS) break;
    name += ` ${part}`;
  }
  return name;
}

/** A question of a few words of a name, as a reader would type them. */
export function questionOf(dataset: number, index: number, random: () => number): string {
  const words = className(dataset, index)
    .split(" ")
    .filter((word) => word.length > 4);
  const count = 1 + Math.floor(random() * 4);
  const from = Math.floor(random() * Math.max(1, words.length - count));
  return words.slice(from, from + count).join(" ");
}
