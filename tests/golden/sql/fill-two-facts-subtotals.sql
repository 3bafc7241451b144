WITH _1 AS (
  SELECT f."sale_day" AS "d1", f."channel" AS "d2", sum(f."amount") AS "p11"
  FROM "filled_sale" AS f
  WHERE f."sale_day" >= DATE '2026-03-03' AND f."sale_day" < DATE '2026-03-05'
  GROUP BY 1, 2
),
_2 AS (
  SELECT f."cost_day" AS "d1", f."channel" AS "d2", sum(f."spent") AS "p20"
  FROM "filled_cost" AS f
  WHERE f."cost_day" >= DATE '2026-03-03' AND f."cost_day" < DATE '2026-03-05'
  GROUP BY 1, 2
),
_rows AS MATERIALIZED (
  SELECT "d1", "d2", sum("p11") AS "p11", sum("p20") AS "p20"
  FROM (
    SELECT "d1", "d2", "p11", NULL AS "p20"
    FROM _1
    UNION ALL
    SELECT "d1", "d2", NULL AS "p11", "p20"
    FROM _2
  ) AS _all
  GROUP BY 1, 2
),
_levels_1 AS (
  SELECT "d1", sum("p11") AS "p11", sum("p20") AS "p20"
  FROM _rows
  GROUP BY 1
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", NULL AS "d2", sum("p11") AS "p11", sum("p20") AS "p20"
  FROM _rows
  UNION ALL
  SELECT 1 AS "_level", "d1", NULL AS "d2", "p11", "p20"
  FROM _levels_1
  UNION ALL
  SELECT 2 AS "_level", "d1", "d2", "p11", "p20"
  FROM _rows
),
_dates AS MATERIALIZED (
  SELECT DISTINCT r."_moment" AS "d1"
  FROM (
    SELECT CAST(unnest(generate_series(DATE '2026-03-03', DATE '2026-03-04', INTERVAL 1 DAY)) AS DATE) AS "_moment"
  ) AS r
),
_groups AS MATERIALIZED (
  SELECT DISTINCT "d2"
  FROM _levels
  WHERE "_level" = 2
),
_missing AS MATERIALIZED (
  SELECT 2 AS "_level", "d1", "d2", NULL AS "p11", NULL AS "p20"
  FROM (
    SELECT "d1", "d2"
    FROM _dates
    CROSS JOIN _groups
    WHERE CASE WHEN (SELECT count(*) FROM _dates) * (SELECT count(*) FROM _groups) > 1000000 THEN error('补全日期后超过 1,000,000 行，请缩小日期范围、选较粗的粒度、减少维度，或关闭补全日期') ELSE TRUE END
    EXCEPT
    SELECT "d1", "d2"
    FROM _rows
  ) AS lacking
),
_filled AS (
  SELECT * FROM _levels
  UNION ALL
  SELECT * FROM _missing
  UNION ALL
  SELECT 1 AS "_level", "d1", "d2", NULL AS "p11", NULL AS "p20"
  FROM (
    SELECT "d1", NULL AS "d2"
    FROM _missing
    EXCEPT
    SELECT "d1", "d2"
    FROM _levels
    WHERE "_level" = 1
  ) AS lacking
)
SELECT r."d1", r."d2", r."p11", r."p20", r."_level"
FROM (
  SELECT "_level", "d1", "d2", coalesce("p11", 0) AS "p11", coalesce("p20", 0) AS "p20"
  FROM _filled
) AS r
ORDER BY r."_level" = 0 DESC, r."d1" ASC NULLS LAST, r."_level" > 1, r."d2" ASC NULLS LAST
LIMIT 100002
