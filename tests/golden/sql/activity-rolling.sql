WITH _seen AS MATERIALIZED (
  SELECT f."player_id" AS "_player", date_diff('day', DATE '2026-01-01', f."visit_date") AS "_t"
  FROM "visit_hand" AS f
  WHERE f."visit_date" >= DATE '2025-12-03' AND f."visit_date" < DATE '2026-01-10' AND f."player_id" IS NOT NULL
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
  FROM (SELECT greatest("_t", 0) AS "_from", least("_t" + 2, coalesce("_next", 9), 9) AS "_until" FROM _spans) AS ranges
  WHERE "_from" < "_until"
  GROUP BY 1, 2, 3
  UNION ALL
  SELECT 2 AS "_k", "_from", "_until", count(*) AS "_m"
  FROM (SELECT greatest("_t", 0) AS "_from", least("_t" + 30, coalesce("_next", 9), 9) AS "_until" FROM _spans) AS ranges
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
  SELECT "_t", coalesce(sum("_m") FILTER (WHERE "_k" = 0), 0) AS "_c0", coalesce(sum("_m") FILTER (WHERE "_k" = 1), 0) AS "_c1", coalesce(sum("_m") FILTER (WHERE "_k" = 2), 0) AS "_c2"
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
  SELECT "_t", sum("_c0") OVER (ORDER BY "_t") AS "n", sum("_c1") OVER (ORDER BY "_t") AS "a2", sum("_c2") OVER (ORDER BY "_t") AS "a30"
  FROM _daily
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", n AS "n", NULL AS "a2", NULL AS "a30"
  FROM (
    SELECT count(*) FILTER (WHERE last_day >= 0) AS n, count(*) FILTER (WHERE first_day >= 0) AS arrived
    FROM (SELECT min("_t") AS first_day, max("_t") AS last_day FROM _seen GROUP BY "_player") AS players
  ) AS everybody
  UNION ALL
  SELECT 1 AS "_level", d."_date" AS "d1", c."n", c."a2", c."a30"
  FROM _counts AS c
  JOIN _days AS d ON c."_t" = d."_t"
  WHERE c."n" > 0 OR c."a2" > 0 OR c."a30" > 0
)
SELECT r."d1", r."n", r."a2", r."h2", r."a30", r."h30"
FROM (
  SELECT "_level", "d1", r."n" AS "n", r."a2" AS "a2", r."n" / nullif(r."a2", 0) AS "h2", r."a30" AS "a30", r."n" / nullif(r."a30", 0) AS "h30"
  FROM _levels AS r
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
