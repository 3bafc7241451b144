WITH __rows AS MATERIALIZED (
  SELECT f."渠道" AS "d1", sum(CAST(f."order" AS BIGINT) + CAST(f."a ""b""" AS BIGINT)) AS "p1", sum(f."d1") AS "p2", sum(f."d1") FILTER (WHERE f."渠道" LIKE '50!%%' ESCAPE '!') AS "p3", sum(f."d1") FILTER (WHERE f."渠道" <> 'it''s $1') AS "p5"
  FROM "_订单 ""表""" AS f
  GROUP BY 1
),
__levels AS (
  SELECT 0 AS "_level", NULL AS "d1", sum("p1") AS "p1", sum("p2") AS "p2", sum("p3") AS "p3", sum("p5") AS "p5"
  FROM __rows
  UNION ALL
  SELECT 1 AS "_level", "d1", "p1", "p2", "p3", "p5"
  FROM __rows
)
SELECT r."d1", r."p1", r."p2", r."p3", r."p4", r."p5"
FROM (
  SELECT r.*, r."p3" + r."p2" AS "p4"
  FROM (
    SELECT "_level", "d1", coalesce("p1", 0) AS "p1", coalesce("p2", 0) AS "p2", coalesce("p3", 0) AS "p3", coalesce("p5", 0) AS "p5"
    FROM __levels
  ) AS r
) AS r
ORDER BY r."_level", r."p1" DESC NULLS LAST, r."d1" ASC NULLS LAST
LIMIT 100002
