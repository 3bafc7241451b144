-- $1 = "10"
WITH _1 AS (
  SELECT f."sale_day" AS "d1", sum(f."amount") AS "p11"
  FROM "filled_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-03' AND f."sale_day" < DATE '2026-03-05'
  GROUP BY 1
),
_2 AS (
  SELECT f."cost_day" AS "d1", sum(f."spent") AS "p20"
  FROM "filled_cost" AS f
  WHERE f."cost_day" >= DATE '2026-03-03' AND f."cost_day" < DATE '2026-03-05'
  GROUP BY 1
),
_rows AS MATERIALIZED (
  SELECT "d1", sum("p11") AS "p11", sum("p20") AS "p20"
  FROM (
    SELECT "d1", "p11", NULL AS "p20"
    FROM _1
    UNION ALL
    SELECT "d1", NULL AS "p11", "p20"
    FROM _2
  ) AS _all
  GROUP BY 1
),
_kept AS MATERIALIZED (
  SELECT "d1", "p11_counted" AS "p11", "p20_counted" AS "p20"
  FROM (
    SELECT "d1", "p11" AS "p11_counted", "p20" AS "p20_counted", coalesce("p11", 0) AS "p11", coalesce("p20", 0) AS "p20"
    FROM _rows
  ) AS r
  WHERE r."p11" < CAST($1 AS DOUBLE)
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11", sum("p20") AS "p20"
  FROM _kept
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11", "p20"
  FROM _kept
),
_dates AS MATERIALIZED (
  SELECT DISTINCT r."_moment" AS "d1"
  FROM (
    SELECT CAST(unnest(generate_series(DATE '2026-03-03', DATE '2026-03-04', INTERVAL 1 DAY)) AS DATE) AS "_moment"
  ) AS r
),
_missing AS MATERIALIZED (
  SELECT "_level", "d1", "p11", "p20"
  FROM (
    SELECT "_level", "d1", coalesce("p11", 0) AS "p11", coalesce("p20", 0) AS "p20"
    FROM (
      SELECT 1 AS "_level", "d1", NULL AS "p11", NULL AS "p20"
      FROM (
        SELECT "d1"
        FROM _dates
        EXCEPT
        SELECT "d1"
        FROM _rows
      ) AS lacking
    )
  ) AS r
  WHERE r."p11" < CAST($1 AS DOUBLE)
),
_filled AS (
  SELECT * FROM _levels
  UNION ALL
  SELECT * FROM _missing
)
SELECT r."d1", r."p11", r."p20"
FROM (
  SELECT "_level", "d1", coalesce("p11", 0) AS "p11", coalesce("p20", 0) AS "p20"
  FROM _filled
) AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
