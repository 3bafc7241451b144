WITH _rows AS MATERIALIZED (
  SELECT f."channel" AS "d2", f."sale_day" AS "d1", sum(f."amount") AS "p11"
  FROM "filled_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-04' AND f."sale_day" < DATE '2026-03-07'
  GROUP BY 1, 2
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d2", NULL AS "d1", sum("p11") AS "p11"
  FROM _rows
  UNION ALL
  SELECT 2 AS "_level", "d2", "d1", "p11"
  FROM _rows
),
_dates AS MATERIALIZED (
  SELECT DISTINCT r."_moment" AS "d1"
  FROM (
    SELECT CAST(unnest(generate_series(DATE '2026-03-04', DATE '2026-03-06', INTERVAL 1 DAY)) AS DATE) AS "_moment"
  ) AS r
),
_groups AS MATERIALIZED (
  SELECT DISTINCT "d2"
  FROM _levels
  WHERE "_level" = 2
),
_missing AS MATERIALIZED (
  SELECT 2 AS "_level", "d2", "d1", NULL AS "p11"
  FROM (
    SELECT "d2", "d1"
    FROM _dates
    CROSS JOIN _groups
    WHERE CASE WHEN (SELECT count(*) FROM _dates) * (SELECT count(*) FROM _groups) > 1000000 THEN error('补全日期后超过 1,000,000 行，请缩小日期范围、选较粗的粒度、减少维度，或关闭补全日期') ELSE TRUE END
    EXCEPT
    SELECT "d2", "d1"
    FROM _rows
  ) AS lacking
),
_filled AS (
  SELECT * FROM _levels
  UNION ALL
  SELECT * FROM _missing
)
SELECT r."d2", r."d1", r."p11"
FROM (
  SELECT "_level", "d2", "d1", coalesce("p11", 0) AS "p11"
  FROM _filled
) AS r
ORDER BY r."_level", r."d2" ASC NULLS LAST, r."d1" ASC NULLS LAST
LIMIT 100002
