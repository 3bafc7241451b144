WITH _shared1 AS MATERIALIZED (
  SELECT f."on_day" AS "_day", f."server" AS "d2", sum(f."amount") AS "p11"
  FROM "unfinished_day" AS f
  WHERE f."on_day" >= DATE '2026-03-10' AND f."on_day" < DATE '2026-03-12'
  GROUP BY 1, 2
),
_prior1_rows AS MATERIALIZED (
  SELECT f."server" AS "d2", sum(f."amount") AS "p11"
  FROM "unfinished_day" AS f
  WHERE f."on_day" >= DATE '2026-03-08' AND f."on_day" < DATE '2026-03-09'
  GROUP BY 1
),
_prior1_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", sum("p11") AS "p11"
  FROM _prior1_rows
  UNION ALL
  SELECT 1 AS "_level", "d2", "p11"
  FROM _prior1_rows
),
_prior2_rows AS MATERIALIZED (
  SELECT f."server" AS "d2", (f."on_day" + 1) AS "d1", sum(f."amount") AS "p11"
  FROM "unfinished_day" AS f
  WHERE f."on_day" >= DATE '2026-03-09' AND f."on_day" < DATE '2026-03-10'
  GROUP BY 1, 2
),
_prior2_levels_1 AS (
  SELECT "d2", sum("p11") AS "p11"
  FROM _prior2_rows
  GROUP BY 1
),
_prior2_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", NULL AS "d1", sum("p11") AS "p11"
  FROM _prior2_rows
  UNION ALL
  SELECT 1 AS "_level", "d2", NULL AS "d1", "p11"
  FROM _prior2_levels_1
  UNION ALL
  SELECT 2 AS "_level", "d2", "d1", "p11"
  FROM _prior2_rows
),
_prior AS (
  SELECT "_level", "d2", NULL AS "d1", "p11"
  FROM (
    SELECT "_level", "d2", coalesce("p11", 0) AS "p11"
    FROM _prior1_levels
  ) AS r
  WHERE r."_level" IN (0, 1)
  UNION ALL
  SELECT "_level", "d2", "d1", "p11"
  FROM (
    SELECT "_level", "d2", "d1", coalesce("p11", 0) AS "p11"
    FROM _prior2_levels
  ) AS r
  WHERE r."_level" IN (2)
),
_base1_rows AS MATERIALIZED (
  SELECT f."d2" AS "d2", sum(f."p11") AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-03-10' AND f."_day" < DATE '2026-03-11'
  GROUP BY 1
),
_base1_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", sum("p11") AS "p11"
  FROM _base1_rows
  UNION ALL
  SELECT 1 AS "_level", "d2", "p11"
  FROM _base1_rows
),
_base AS (
  SELECT "_level", "d2", NULL AS "d1", "p11"
  FROM (
    SELECT "_level", "d2", coalesce("p11", 0) AS "p11"
    FROM _base1_levels
  ) AS r
  WHERE r."_level" IN (0, 1)
),
_present AS MATERIALIZED (
  SELECT f."d2" AS "d2", f."_day" AS "d1", f."p11" AS "p11"
  FROM "_shared1" AS f
  WHERE f."_day" >= DATE '2026-03-10' AND f."_day" < DATE '2026-03-12'
),
_rows AS MATERIALIZED (
  SELECT "d2", "d1", "p11"
  FROM _present
  UNION ALL
  SELECT "d2", "d1", NULL AS "p11"
  FROM (
    SELECT "d2", "d1"
    FROM _prior2_rows AS r
    WHERE r."d1" >= DATE '2026-03-10' AND r."d1" < DATE '2026-03-11'
    EXCEPT
    SELECT "d2", "d1"
    FROM _present
  ) AS lacking
),
_levels_1 AS (
  SELECT "d2", sum("p11") AS "p11"
  FROM _rows
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", NULL AS "d1", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d2", NULL AS "d1", "p11"
  FROM _levels_1
  UNION ALL
  SELECT 2 AS "_level", "d2", "d1", "p11"
  FROM _rows
),
_all_levels AS (
  SELECT "_level", "d2", "d1", "p11"
  FROM _levels
  UNION ALL
  SELECT "_level", "d2", "d1", NULL AS "p11"
  FROM (
    SELECT "_level", "d2", "d1"
    FROM _prior AS r
    WHERE r."_level" = 1
    EXCEPT
    SELECT "_level", "d2", "d1"
    FROM _levels
  ) AS lacking
),
_compared AS (
  SELECT r.*, CASE WHEN NOT (r."_level" = 2 AND (NOT (r."d1" >= DATE '2026-03-10' AND r."d1" < DATE '2026-03-11'))) THEN CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END END AS "p11_prev", CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p11" END ELSE r."p11" END / nullif(CASE WHEN NOT (r."_level" = 2 AND (NOT (r."d1" >= DATE '2026-03-10' AND r."d1" < DATE '2026-03-11'))) THEN CASE WHEN _prior."_level" IS NULL THEN 0 ELSE _prior."p11" END END, 0) - 1 AS "p11_diff", CASE WHEN NOT (r."_level" = 2 AND (NOT (r."d1" >= DATE '2026-03-10' AND r."d1" < DATE '2026-03-11'))) THEN CASE WHEN r."_level" = 0 OR r."_level" = 1 THEN CASE WHEN _base."_level" IS NULL THEN 0 ELSE _base."p11" END ELSE r."p11" END END AS "p11_base"
  FROM (
    SELECT "_level", "d2", "d1", coalesce("p11", 0) AS "p11"
    FROM _all_levels
  ) AS r
  LEFT JOIN _prior ON _prior."_level" = r."_level" AND _prior."d2" IS NOT DISTINCT FROM r."d2" AND _prior."d1" IS NOT DISTINCT FROM r."d1"
  LEFT JOIN _base ON _base."_level" = r."_level" AND _base."d2" IS NOT DISTINCT FROM r."d2"
)
SELECT r."d2", r."d1", r."p11", r."p11_prev", r."p11_diff", r."_level", r."p11_base"
FROM _compared AS r
ORDER BY r."_level" = 0 DESC, r."d2" ASC NULLS LAST, r."_level" > 1, r."d1" ASC NULLS LAST
LIMIT 100002
