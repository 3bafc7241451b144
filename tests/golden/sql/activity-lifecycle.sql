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
  FROM (SELECT greatest("_t", 0) AS "_from", least("_t" + 1, coalesce("_next", 9), 9) AS "_until" FROM _spans) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 1 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t", 0) AS "_from", least("_t" + 1, coalesce("_next", 9), 9) AS "_until" FROM _spans WHERE "_before" IS NULL) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 2 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t", 0) AS "_from", least("_t" + 1, coalesce("_next", 9), 9) AS "_until" FROM _spans WHERE "_t" - "_before" <= 2) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 3 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t", 0) AS "_from", least("_t" + 1, coalesce("_next", 9), 9) AS "_until" FROM _spans WHERE "_t" - "_before" > 2) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 4 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t" + 1, 0) AS "_from", least("_t" + 2, coalesce("_next", 9), 9) AS "_until" FROM _spans) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 5 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t" + 2, 0) AS "_from", least("_t" + 4, coalesce("_next", 9), 9) AS "_until" FROM _spans) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 6 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t" + 4, 0) AS "_from", least(coalesce("_next", 9), 9) AS "_until" FROM _spans) AS ranges
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
  SELECT "_t", coalesce(sum("_m") FILTER (WHERE "_k" = 0), 0) AS "_c0", coalesce(sum("_m") FILTER (WHERE "_k" = 1), 0) AS "_c1", coalesce(sum("_m") FILTER (WHERE "_k" = 2), 0) AS "_c2", coalesce(sum("_m") FILTER (WHERE "_k" = 3), 0) AS "_c3", coalesce(sum("_m") FILTER (WHERE "_k" = 4), 0) AS "_c4", coalesce(sum("_m") FILTER (WHERE "_k" = 5), 0) AS "_c5", coalesce(sum("_m") FILTER (WHERE "_k" = 6), 0) AS "_c6"
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
  SELECT "_t", sum("_c0") OVER (ORDER BY "_t") AS "n", sum("_c1") OVER (ORDER BY "_t") AS "w1", sum("_c2") OVER (ORDER BY "_t") AS "w2", sum("_c3") OVER (ORDER BY "_t") AS "w3", sum("_c4") OVER (ORDER BY "_t") AS "w4", sum("_c5") OVER (ORDER BY "_t") AS "w5", sum("_c6") OVER (ORDER BY "_t") AS "w6"
  FROM _daily
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", n AS "n", arrived AS "w1", NULL AS "w2", NULL AS "w3", NULL AS "w4", NULL AS "w5", NULL AS "w6"
  FROM (
    SELECT count(*) FILTER (WHERE last_day >= 0) AS n, count(*) FILTER (WHERE first_day >= 0) AS arrived
    FROM (SELECT min("_t") AS first_day, max("_t") AS last_day FROM _seen GROUP BY "_player") AS players
  ) AS everybody
  UNION ALL
  SELECT 1 AS "_level", d."_date" AS "d1", c."n", c."w1", c."w2", c."w3", c."w4", c."w5", c."w6"
  FROM _counts AS c
  JOIN _days AS d ON c."_t" = d."_t"
  WHERE c."n" > 0 OR c."w1" > 0 OR c."w2" > 0 OR c."w3" > 0 OR c."w4" > 0 OR c."w5" > 0 OR c."w6" > 0
)
SELECT r."d1", r."n", r."w1", r."w2", r."w3", r."w4", r."w5", r."w6"
FROM (
  SELECT "_level", "d1", r."n" AS "n", r."w1" AS "w1", r."w2" AS "w2", r."w3" AS "w3", r."w4" AS "w4", r."w5" AS "w5", r."w6" AS "w6"
  FROM _levels AS r
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
