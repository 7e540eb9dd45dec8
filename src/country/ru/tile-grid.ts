// The place of each subject of the federation on a map of equal tiles, with its short Russian name and its ISO 3166-2 letters.
//
// All tiles have one size, so a small subject is as visible as a large one. Territories without a tile are listed beside the map.

import type {Tile} from "../country.ts";

/** Rows from the north; in each: number of the subject, column, short names. */
const ROWS: readonly string[] = [
  "51 4 Мур MUR,87 15 Чук CHU",
  "10 4 Кар KR,29 5 Арх ARK,83 6 НАО NEN,89 9 ЯНАО YAN,14 13 Якут SA,49 14 Маг MAG,41 15 Камч KAM",
  "39 0 Клг KGD,78 3 СПб SPE,47 4 Лен LEN,35 5 Влгд VLG,11 7 Коми KO,86 9 ХМАО KHM,24 11 Крнр KYA,27 14 Хаб KHA,65 15 Схл SAK",
  "60 3 Пск PSK,53 4 Новг NGR,76 5 Яр YAR,44 6 Кос KOS,43 7 Кир KIR,59 8 Перм PER,66 9 Свер SVE,72 10 Тюм TYU,70 11 Том TOM,38 12 Ирк IRK,03 13 Бур BU,28 14 Амур AMU,79 15 ЕАО YEV",
  "67 3 Смол SMO,69 4 Твер TVE,33 5 Влад VLA,37 6 Ив IVA,12 7 МЭл ME,18 8 Удм UD,74 9 Чел CHE,45 10 Кург KGN,55 11 Омск OMS,54 12 Нск NVS,75 14 Заб ZAB,25 15 Прим PRI",
  "32 2 Брян BRY,40 3 Клж KLU,50 4 МО MOS,77 5 Мск MOW,52 6 НН NIZ,21 7 Чув CU,16 8 Тат TA,02 9 Баш BA,42 12 Кем KEM,19 13 Хак KK",
  "57 3 Орёл ORL,71 4 Тул TUL,62 5 Ряз RYA,13 6 Морд MO,73 7 Улн ULY,63 8 Сам SAM,56 9 Орб ORE,22 11 АлтК ALT,04 12 РАлт AL,17 13 Тыва TY",
  "46 3 Кур KRS,48 4 Лип LIP,68 5 Там TAM,58 6 Пенз PNZ,64 7 Сар SAR",
  "31 3 Бел BEL,36 4 Вор VOR,61 5 Рост ROS,34 6 Волг VGG,30 7 Астр AST",
  "92 2 Сев SEV,91 3 Крым CR,23 4 Крсд KDA,01 5 Адыг AD,26 6 Став STA,08 7 Калм KL",
  "09 4 КЧР KC,07 5 КБР KB,15 6 РСО SE,06 7 Инг IN,20 8 Чеч CE,05 9 Даг DA",
];

export const TILE_COLUMNS = 16;
/** On a narrow screen the columns from this one on are shown below the others. */
export const EAST_COLUMN = 10;

/** By canonical code, RU-nn. */
export const TILES: ReadonlyMap<string, Tile> = new Map(
  ROWS.flatMap((line, row) =>
    line.split(",").map((entry) => {
      const [number = "", column = "", ru = "", en = ""] = entry.split(" ");
      return [`RU-${number}`, {column: Number(column), row, ru, en}] as const;
    }),
  ),
);
