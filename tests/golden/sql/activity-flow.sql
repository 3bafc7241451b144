-- $1 = "未出现"
-- $2 = "新增"
-- $3 = "新增"
-- $4 = "持续"
-- $5 = "新增"
-- $6 = "沉默"
-- $7 = "持续"
-- $8 = "持续"
-- $9 = "持续"
-- $10 = "沉默"
-- $11 = "回流"
-- $12 = "持续"
-- $13 = "回流"
-- $14 = "沉默"
-- $15 = "流失"
-- $16 = "回流"
-- $17 = "流失"
-- $18 = "早已流失"
-- $19 = "早已流失"
-- $20 = "回流"
-- $21 = "早已流失"
-- $22 = "早已流失"
-- $23 = "沉默"
-- $24 = "持续"
-- $25 = "沉默"
-- $26 = "沉默"
-- $27 = "沉默"
-- $28 = "流失"
-- $29 = "流失"
-- $30 = "流失"
-- $31 = ["未出现","新增","持续","回流","沉默","流失","早已流失"]
-- $32 = ["未出现","新增","持续","回流","沉默","流失","早已流失"]
WITH _seen AS MATERIALIZED (
  SELECT f."player_id" AS "_player", date_diff('day', DATE '2026-01-01', f."visit_date") AS "_t"
  FROM "visit_hand" AS f
  WHERE f."visit_date" < DATE '2026-01-10' AND f."player_id" IS NOT NULL
  GROUP BY 1, 2
),
_spans AS MATERIALIZED (
  SELECT "_t", lag("_t") OVER (PARTITION BY "_player" ORDER BY "_t") AS "_before", lead("_t") OVER (PARTITION BY "_player" ORDER BY "_t") AS "_next"
  FROM _seen
),
_days AS MATERIALIZED (
  SELECT "_date", date_diff('day', DATE '2026-01-01', "_date") AS "_t"
  FROM (SELECT CAST(unnest(generate_series(DATE '2026-01-01', DATE '2026-01-09', INTERVAL 1 DAY)) AS DATE) AS "_date") AS shown
),
_ranges AS MATERIALIZED (
  SELECT 0 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t", 0) AS "_from", least("_t" + 1, coalesce("_next", 9), 9) AS "_until" FROM _spans WHERE "_before" IS NULL) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 1 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t" + 1, 0) AS "_from", least("_t" + 2, 9) AS "_until" FROM _spans WHERE "_before" IS NULL AND "_next" = "_t" + 1) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 2 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t" + 1, 0) AS "_from", least("_t" + 2, coalesce("_next", 9), 9) AS "_until" FROM _spans WHERE "_before" IS NULL) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 3 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t" + 1, 0) AS "_from", least("_t" + 2, 9) AS "_until" FROM _spans WHERE "_t" - "_before" <= 2 AND "_next" = "_t" + 1) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 4 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t" + 1, 0) AS "_from", least("_t" + 2, coalesce("_next", 9), 9) AS "_until" FROM _spans WHERE "_t" - "_before" <= 2) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 5 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t" + 1, 0) AS "_from", least("_t" + 2, 9) AS "_until" FROM _spans WHERE "_t" - "_before" > 2 AND "_next" = "_t" + 1) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 6 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t" + 1, 0) AS "_from", least("_t" + 2, coalesce("_next", 9), 9) AS "_until" FROM _spans WHERE "_t" - "_before" > 2) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 7 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t", 0) AS "_from", least("_t" + 1, coalesce("_next", 9), 9) AS "_until" FROM _spans WHERE "_t" - "_before" > 2 AND "_t" - "_before" - 1 >= 2 AND "_t" - "_before" - 1 < 4) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 8 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t" + 4, 0) AS "_from", least("_t" + 5, coalesce("_next", 9), 9) AS "_until" FROM _spans) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 9 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t", 0) AS "_from", least("_t" + 1, coalesce("_next", 9), 9) AS "_until" FROM _spans WHERE "_t" - "_before" > 2 AND "_t" - "_before" - 1 >= 4) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 10 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t" + 5, 0) AS "_from", least(coalesce("_next", 9), 9) AS "_until" FROM _spans) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 11 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t", 0) AS "_from", least("_t" + 1, coalesce("_next", 9), 9) AS "_until" FROM _spans WHERE "_t" - "_before" <= 2 AND "_t" - "_before" - 1 >= 1 AND "_t" - "_before" - 1 < 2) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 12 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t" + 2, 0) AS "_from", least("_t" + 2, coalesce("_next", 9), 9) AS "_until" FROM _spans) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 13 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t" + 2, 0) AS "_from", least("_t" + 3, coalesce("_next", 9), 9) AS "_until" FROM _spans) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 14 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t" + 3, 0) AS "_from", least("_t" + 4, coalesce("_next", 9), 9) AS "_until" FROM _spans) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
),
_moves AS (
  SELECT "_k", "_from" AS "_t", "_m" AS "_m"
  FROM _ranges
  UNION ALL
  SELECT "_k", "_until" AS "_t", -"_m" AS "_m"
  FROM _ranges
  WHERE "_until" < 9
),
_daily AS (
  SELECT "_t", coalesce(sum("_m") FILTER (WHERE "_k" = 0), 0) AS "_c0", coalesce(sum("_m") FILTER (WHERE "_k" = 1), 0) AS "_c1", coalesce(sum("_m") FILTER (WHERE "_k" = 2), 0) AS "_c2", coalesce(sum("_m") FILTER (WHERE "_k" = 3), 0) AS "_c3", coalesce(sum("_m") FILTER (WHERE "_k" = 4), 0) AS "_c4", coalesce(sum("_m") FILTER (WHERE "_k" = 5), 0) AS "_c5", coalesce(sum("_m") FILTER (WHERE "_k" = 6), 0) AS "_c6", coalesce(sum("_m") FILTER (WHERE "_k" = 7), 0) AS "_c7", coalesce(sum("_m") FILTER (WHERE "_k" = 8), 0) AS "_c8", coalesce(sum("_m") FILTER (WHERE "_k" = 9), 0) AS "_c9", coalesce(sum("_m") FILTER (WHERE "_k" = 10), 0) AS "_c10", coalesce(sum("_m") FILTER (WHERE "_k" = 11), 0) AS "_c11", coalesce(sum("_m") FILTER (WHERE "_k" = 12), 0) AS "_c12", coalesce(sum("_m") FILTER (WHERE "_k" = 13), 0) AS "_c13", coalesce(sum("_m") FILTER (WHERE "_k" = 14), 0) AS "_c14"
  FROM (
  SELECT "_t", "_k", "_m"
  FROM _moves
  UNION ALL
  SELECT "_t", -1 AS "_k", 0 AS "_m"
  FROM _days
  ) AS stacked
  GROUP BY 1
),
_counts AS MATERIALIZED (
  SELECT "_t", sum("_c0") OVER (ORDER BY "_t") AS "_p0", sum("_c1") OVER (ORDER BY "_t") AS "_p1", sum("_c2") OVER (ORDER BY "_t") AS "_p2", sum("_c3") OVER (ORDER BY "_t") AS "_p3", sum("_c4") OVER (ORDER BY "_t") AS "_p4", sum("_c5") OVER (ORDER BY "_t") AS "_p5", sum("_c6") OVER (ORDER BY "_t") AS "_p6", sum("_c7") OVER (ORDER BY "_t") AS "_p7", sum("_c8") OVER (ORDER BY "_t") AS "_p8", sum("_c9") OVER (ORDER BY "_t") AS "_p9", sum("_c10") OVER (ORDER BY "_t") AS "_p10", sum("_c11") OVER (ORDER BY "_t") AS "_p11", sum("_c12") OVER (ORDER BY "_t") AS "_p12", sum("_c13") OVER (ORDER BY "_t") AS "_p13", sum("_c14") OVER (ORDER BY "_t") AS "_p14"
  FROM _daily
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", NULL AS "f", NULL AS "g", NULL AS "n"
  FROM (
    SELECT count(*) FILTER (WHERE last_day >= 0) AS n, count(*) FILTER (WHERE first_day >= 0) AS arrived
    FROM (SELECT min("_t") AS first_day, max("_t") AS last_day FROM _seen GROUP BY "_player") AS players
  ) AS everybody
  UNION ALL
  SELECT 1 AS "_level", d."_date" AS "d1", CAST($1 AS VARCHAR) AS "f", CAST($2 AS VARCHAR) AS "g", c."_p0" AS "n"
  FROM _counts AS c
  JOIN _days AS d ON c."_t" = d."_t"
  WHERE c."_p0" > 0
  UNION ALL
  SELECT 1 AS "_level", d."_date" AS "d1", CAST($3 AS VARCHAR) AS "f", CAST($4 AS VARCHAR) AS "g", c."_p1" AS "n"
  FROM _counts AS c
  JOIN _days AS d ON c."_t" = d."_t"
  WHERE c."_p1" > 0
  UNION ALL
  SELECT 1 AS "_level", d."_date" AS "d1", CAST($5 AS VARCHAR) AS "f", CAST($6 AS VARCHAR) AS "g", c."_p2" AS "n"
  FROM _counts AS c
  JOIN _days AS d ON c."_t" = d."_t"
  WHERE c."_p2" > 0
  UNION ALL
  SELECT 1 AS "_level", d."_date" AS "d1", CAST($7 AS VARCHAR) AS "f", CAST($8 AS VARCHAR) AS "g", c."_p3" AS "n"
  FROM _counts AS c
  JOIN _days AS d ON c."_t" = d."_t"
  WHERE c."_p3" > 0
  UNION ALL
  SELECT 1 AS "_level", d."_date" AS "d1", CAST($9 AS VARCHAR) AS "f", CAST($10 AS VARCHAR) AS "g", c."_p4" AS "n"
  FROM _counts AS c
  JOIN _days AS d ON c."_t" = d."_t"
  WHERE c."_p4" > 0
  UNION ALL
  SELECT 1 AS "_level", d."_date" AS "d1", CAST($11 AS VARCHAR) AS "f", CAST($12 AS VARCHAR) AS "g", c."_p5" AS "n"
  FROM _counts AS c
  JOIN _days AS d ON c."_t" = d."_t"
  WHERE c."_p5" > 0
  UNION ALL
  SELECT 1 AS "_level", d."_date" AS "d1", CAST($13 AS VARCHAR) AS "f", CAST($14 AS VARCHAR) AS "g", c."_p6" AS "n"
  FROM _counts AS c
  JOIN _days AS d ON c."_t" = d."_t"
  WHERE c."_p6" > 0
  UNION ALL
  SELECT 1 AS "_level", d."_date" AS "d1", CAST($15 AS VARCHAR) AS "f", CAST($16 AS VARCHAR) AS "g", c."_p7" AS "n"
  FROM _counts AS c
  JOIN _days AS d ON c."_t" = d."_t"
  WHERE c."_p7" > 0
  UNION ALL
  SELECT 1 AS "_level", d."_date" AS "d1", CAST($17 AS VARCHAR) AS "f", CAST($18 AS VARCHAR) AS "g", c."_p8" AS "n"
  FROM _counts AS c
  JOIN _days AS d ON c."_t" = d."_t"
  WHERE c."_p8" > 0
  UNION ALL
  SELECT 1 AS "_level", d."_date" AS "d1", CAST($19 AS VARCHAR) AS "f", CAST($20 AS VARCHAR) AS "g", c."_p9" AS "n"
  FROM _counts AS c
  JOIN _days AS d ON c."_t" = d."_t"
  WHERE c."_p9" > 0
  UNION ALL
  SELECT 1 AS "_level", d."_date" AS "d1", CAST($21 AS VARCHAR) AS "f", CAST($22 AS VARCHAR) AS "g", c."_p10" AS "n"
  FROM _counts AS c
  JOIN _days AS d ON c."_t" = d."_t"
  WHERE c."_p10" > 0
  UNION ALL
  SELECT 1 AS "_level", d."_date" AS "d1", CAST($23 AS VARCHAR) AS "f", CAST($24 AS VARCHAR) AS "g", c."_p11" AS "n"
  FROM _counts AS c
  JOIN _days AS d ON c."_t" = d."_t"
  WHERE c."_p11" > 0
  UNION ALL
  SELECT 1 AS "_level", d."_date" AS "d1", CAST($25 AS VARCHAR) AS "f", CAST($26 AS VARCHAR) AS "g", c."_p12" AS "n"
  FROM _counts AS c
  JOIN _days AS d ON c."_t" = d."_t"
  WHERE c."_p12" > 0
  UNION ALL
  SELECT 1 AS "_level", d."_date" AS "d1", CAST($27 AS VARCHAR) AS "f", CAST($28 AS VARCHAR) AS "g", c."_p13" AS "n"
  FROM _counts AS c
  JOIN _days AS d ON c."_t" = d."_t"
  WHERE c."_p13" > 0
  UNION ALL
  SELECT 1 AS "_level", d."_date" AS "d1", CAST($29 AS VARCHAR) AS "f", CAST($30 AS VARCHAR) AS "g", c."_p14" AS "n"
  FROM _counts AS c
  JOIN _days AS d ON c."_t" = d."_t"
  WHERE c."_p14" > 0
)
SELECT r."d1", r."f", r."g", r."n", r."n_share"
FROM (
  SELECT "_level", "d1", "f", "g", r."n" AS "n", CASE WHEN r."_level" = 1 THEN r."n" / nullif(sum(r."n") OVER (PARTITION BY r."_level", r."d1", r."f"), 0) END AS "n_share"
  FROM _levels AS r
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST, CASE WHEN r."f" IS NOT NULL THEN coalesce(list_position(CAST($31 AS VARCHAR[]), CAST(r."f" AS VARCHAR)), 8) END ASC NULLS LAST, r."f" ASC NULLS LAST, CASE WHEN r."g" IS NOT NULL THEN coalesce(list_position(CAST($32 AS VARCHAR[]), CAST(r."g" AS VARCHAR)), 8) END ASC NULLS LAST, r."g" ASC NULLS LAST
LIMIT 100002
