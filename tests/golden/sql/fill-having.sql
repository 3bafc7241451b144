-- $1 = "8"
WITH _rows AS MATERIALIZED (
  SELECT f."sale_day" AS "d1", sum(f."amount") AS "p11"
  FROM "filled_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-02' AND f."sale_day" < DATE '2026-03-07'
  GROUP BY 1
),
_kept AS MATERIALIZED (
  SELECT "d1", "p11_counted" AS "p11"
  FROM (
    SELECT "d1", "p11" AS "p11_counted", coalesce("p11", 0) AS "p11"
    FROM _rows
  ) AS r
  WHERE r."p11" > CAST($1 AS DOUBLE)
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p11") AS "p11"
  FROM _kept
  UNION ALL
  SELECT 1 AS "_level", "d1", "p11"
  FROM _kept
),
_dates AS MATERIALIZED (
  SELECT DISTINCT r."_moment" AS "d1"
  FROM (
    SELECT CAST(unnest(generate_series(DATE '2026-03-02', DATE '2026-03-06', INTERVAL 1 DAY)) AS DATE) AS "_moment"
  ) AS r
),
_missing AS MATERIALIZED (
  SELECT "_level", "d1", "p11"
  FROM (
    SELECT "_level", "d1", coalesce("p11", 0) AS "p11"
    FROM (
      SELECT 1 AS "_level", "d1", NULL AS "p11"
      FROM (
        SELECT "d1"
        FROM _dates
        EXCEPT
        SELECT "d1"
        FROM _rows
      ) AS lacking
    )
  ) AS r
  WHERE r."p11" > CAST($1 AS DOUBLE)
),
_filled AS (
  SELECT * FROM _levels
  UNION ALL
  SELECT * FROM _missing
)
SELECT r."d1", r."p11"
FROM (
  SELECT "_level", "d1", coalesce("p11", 0) AS "p11"
  FROM _filled
) AS r
ORDER BY r."_level", r."d1" ASC NULLS LAST
LIMIT 100002
